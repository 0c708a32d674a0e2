"""Perspectives: everything that determines what a viewer is sent."""

from __future__ import annotations

from dataclasses import dataclass

from matchwood.engine.words import Words
from matchwood.server.table.emotes import EmoteName
from matchwood.server.views.names import server_words


@dataclass(frozen=True)
class Presence:
    """Who is at the table just now, by seat; the log does not say."""

    here: tuple[bool, ...]
    late: tuple[bool, ...]
    """For whom the others may ask a bot to stand in."""
    emotes: tuple[EmoteName | None, ...] = ()
    """What everyone says just now, by name."""


@dataclass(frozen=True)
class Perspective:
    """Those who are shown the same: all watchers of one language, or who holds certain seats."""

    language: str
    seats: tuple[int, ...] = ()
    at_screen: int | None = None
    """Of several who share a screen, the one who has said that they sit before it."""
    site: str = ""
    """How those who sit here reach the server, for links to give away."""
    invite: str | None = None
    """What someone who does not sit here came with."""
    steps: int = 0
    """How many places around the table they have walked to look from there, if they may."""
    is_maker: bool = False
    """Whether they set the table up."""
    may_invite: bool = False
    """Whether they sit nowhere and may still show the way to an empty chair: a screen for all."""

    @property
    def reader(self) -> int | None:
        """Who is “you”: nobody where several share a screen."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def words(self) -> Words:
        """The words of a page that they read."""
        return server_words(self.language).to(self.reader)
