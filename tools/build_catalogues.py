"""Called by Hatch when a wheel is built: every `.po` file goes into it as the `.mo` file it makes.

Nothing is written into the sources, so no compiled catalogue there can be out of date.
"""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MADE = datetime(2020, 2, 2, tzinfo=UTC)
"""The time that catalogues tell, which is that of files: the same sources make the same wheel."""


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """The catalogues of a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # the sources are used as they are
        sources = Path(self.root) / "src"
        self.folder = Path(tempfile.mkdtemp(prefix="matchwood-catalogues-"))
        for number, source in enumerate(sorted(sources.rglob("catalogue/*.po"))):
            compiled = self.folder / f"{number}.mo"
            with source.open("rb") as reading, compiled.open("wb") as writing:
                catalogue = read_po(reading, locale=source.stem)
                catalogue.creation_date = MADE
                write_mo(writing, catalogue)
            place = source.relative_to(sources).with_suffix(".mo")
            build_data["force_include"][str(compiled)] = place.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self.folder)
