"""Emotes: six signs, and nothing else, that players can say to each other.

They are seen for a few seconds and are in no log.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from matchwood.engine.language import Phrase

EmoteName = Literal["hello", "thanks", "bravo", "wow", "oops", "think"]


class Emote(NamedTuple):
    sign: str
    said: Phrase


EMOTES: dict[EmoteName, Emote] = {
    "hello": Emote("👋", Phrase("Hello!")),
    "thanks": Emote("🙏", Phrase("Thank you!")),
    "bravo": Emote("👏", Phrase("Well played!")),
    "wow": Emote("😮", Phrase("Wow!")),
    "oops": Emote("🙈", Phrase("Oops!")),
    "think": Emote("🤔", Phrase("Let me think …")),
}
