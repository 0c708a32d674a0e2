"""What a link looks like where it is pasted: a title, a sentence and a picture."""

from __future__ import annotations

from dataclasses import dataclass

from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element


@dataclass(frozen=True)
class Preview:
    """All in words of the page's language; addresses are whole."""

    title: str
    sentence: str
    address: str
    picture: str = ""


def preview_tags(preview: Preview) -> Element:
    """For the head of a page, in the words that those read who show links."""
    told = {
        "og:site_name": "Matchwood",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.sentence,
        "og:url": preview.address,
        "og:image": preview.picture,
    }
    return h.fragment[
        h.meta(name="description", content=preview.sentence),
        h.meta(
            name="twitter:card", content="summary_large_image" if preview.picture else "summary"
        ),
        (h.meta(property=name, content=text) for name, text in told.items() if text),
    ]
