"""The documentation as a site: static files in build/site.

    python -m tools.site

puts the documents of the project together in build/pages, lets Zensical make pages of them, and
checks that every link of the site leads somewhere and that nothing is loaded from elsewhere. Needs
the extra `docs`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from os.path import relpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

from matchwood import find_game
from matchwood.learning.figures import Figure
from matchwood.learning.rulebook import FIGURE
from tools.encoding_tables import section_of

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
PAGES, SITE = BUILD / "pages", BUILD / "site"
CONFIG = ROOT / "zensical.toml"
MOVED = {
    "README.md": "readme.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "SECURITY.md": "security-policy.md",
    "bench/RESULTS.md": "speed.md",
}
"""Pages that lie outside docs, and their places in the site."""
FILES = Path("files")
"""The folder of the site for files of the project that pages link to."""
BLOCK = re.compile(r"<!-- (rules|numbers|source) (\S+) -->")
TARGET = re.compile(r'(?<=\]\()[^()\s]+(?=\))|(?<=\bsrc=")[^"]+|(?<=\bsrcset=")[^"]+')
TOP = "__top"
"""An anchor of the theme that is no id."""
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*", re.MULTILINE)


def assemble(pages: Path) -> None:
    """Write the Markdown of all pages, and what they show and link to, into an empty folder."""
    places = dict(_places())
    for source, place in places.items():
        if source.suffix == ".ipynb":
            text = notebook(source)
        elif source.suffix == ".md":
            text = BLOCK.sub(_block, source.read_text("utf-8"))
        else:
            continue
        parts = FENCE.split(text)
        for at in range(0, len(parts), 2):
            parts[at] = TARGET.sub(
                lambda found, source=source: _link(found[0], source, places), parts[at]
            )
        target = pages / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("".join(parts), "utf-8")
    for source, place in places.items():
        if source.suffix != ".md":
            (pages / place).parent.mkdir(parents=True, exist_ok=True)
            if source.suffix != ".ipynb":
                shutil.copy(source, pages / place)


def _places() -> Iterator[tuple[Path, Path]]:
    """Each file that becomes a page or is shown on one, and its place in the site."""
    for source in sorted((ROOT / "docs").rglob("*")):
        if source.suffix in (".md", ".svg", ".png", ".csv", ".css"):
            yield source, source.relative_to(ROOT / "docs")
    for name, place in MOVED.items():
        if (ROOT / name).exists():
            yield ROOT / name, Path(place)
    for source in sorted((ROOT / "examples").rglob("README.md")):
        yield source, source.relative_to(ROOT)
    for source in sorted((ROOT / "examples/notebooks").glob("*.ipynb")):
        yield source, source.relative_to(ROOT).with_suffix(".md")
    for source in (*(ROOT / "examples").rglob("*.svg"), *(ROOT / "bench").glob("*.svg")):
        yield source, source.relative_to(ROOT)


def _link(target: str, source: Path, places: dict[Path, Path]) -> str:
    """A link as it must be in the site: to a page, or to a copy of a file of the project."""
    if re.match(r"[a-z]+:|#", target):
        return target
    path, mark, anchor = target.partition("#")
    file = (source.parent / unquote(path)).resolve()
    file = file / "README.md" if (file / "README.md").is_file() else file
    if file not in places:
        if not file.is_file():
            raise SystemExit(f"{source.relative_to(ROOT)} links to {target}, which is no file")
        places = {**places, file: FILES / file.relative_to(ROOT)}
        copy = PAGES / places[file]
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    here = places[source].parent
    return relpath(places[file], here).replace("\\", "/") + mark + anchor


def _block(found: re.Match[str]) -> str:
    kind, name = found.groups()
    if kind == "source":
        return f"```python\n{(ROOT / name).read_text('utf-8')}```"
    if kind == "rules":
        return rules(name)
    return "\n".join(line for line in section_of(name) if not line.startswith("#"))


def rules(name: str) -> str:
    """The rulebook of a game one level deeper, with figures drawn and anchors at rules."""
    game = find_game(name)
    words = game.speaking("en")
    text = game.rulebook("en").text
    text = re.sub(r"^# .*\n", "", text, count=1)
    text = re.sub(r"^#", "##", text, flags=re.MULTILINE)
    text = RULE.sub(r'- <a id="\1"></a>**\1**', text)

    def drawn(found: re.Match[str]) -> str:
        figure: Figure = game.figures[found[2]]
        svgs = "".join(each.svg(name) for each in figure.drawings(game, words))
        return f'<figure class="drawn">{svgs}<figcaption>{found[1]}</figcaption></figure>'

    return re.sub(rf"!\[([^]]*)\]\({FIGURE}([^)]+)\)", drawn, text)


def notebook(file: Path) -> str:
    """A notebook as a page: its text, its code, and what the code printed or drew when kept."""
    written = []
    for cell in json.loads(file.read_text("utf-8"))["cells"]:
        text = "".join(cell["source"])
        written.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "image/svg+xml" in data:
                written.append(f'<div class="drawn">{"".join(data["image/svg+xml"])}</div>')
            elif "text/html" in data:
                written.append(f"<div>{''.join(data['text/html'])}</div>")
            elif printed := output.get("text") or data.get("text/plain"):
                written.append(f"```text\n{''.join(printed).rstrip()}\n```")
    return "\n\n".join(written) + "\n"


class _Page(HTMLParser):
    """The ids of a page, what it links to, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif "href" in found and tag == "link" and found.get("rel") != "canonical":
            self.loaded.append(found["href"])
        if "src" in found or "srcset" in found:
            self.loaded.append(found.get("src") or found["srcset"])


def faults(site: Path) -> Iterator[str]:
    """Each link or picture of a site that leads nowhere, and all that is loaded from elsewhere."""
    pages = {file: _Page(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        name = file.relative_to(site)
        for target in [*page.links, *page.loaded]:
            address = urlsplit(target)
            if address.scheme or address.netloc:
                if target in page.loaded and address.scheme != "data":
                    yield f"{name} loads {target}"
                continue
            path = unquote(address.path)
            found = site / path[1:] if path.startswith("/") else file.parent / path
            found = found.resolve() if path else file
            found = found / "index.html" if found.is_dir() else found
            if not found.exists():
                yield f"{name}: no {target}"
            elif found in pages and unquote(address.fragment) not in pages[found].ids | {
                "",
                "__top",
            }:
                yield f"{name}: no anchor {target}"


def build() -> Path:
    """Make the site anew, and check it."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.rmtree(SITE, ignore_errors=True)
    assemble(PAGES)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(CONFIG)]
    subprocess.run(command, check=True, cwd=ROOT)
    found = list(faults(SITE))
    if found:
        raise SystemExit("\n".join(found))
    return SITE


if __name__ == "__main__":
    build()
