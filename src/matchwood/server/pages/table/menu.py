"""The menu of a table: how pages are liked, what was agreed, and how to stop."""

from __future__ import annotations

from matchwood.engine.language import Phrase, Words
from matchwood.server.base.preferences import LETTERS, PACE, THEME, Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Element, remembered
from matchwood.server.pages.icons import icon
from matchwood.server.pages.layout import languages, sounds
from matchwood.server.pages.parts import called, fold, patience_told, post
from matchwood.server.pages.table.drawers import kept_drawer
from matchwood.server.views.model import GivingUp, View

_GIVING_UP: dict[GivingUp, Phrase] = {
    "plays on": Phrase("If you give up, a bot plays on for you."),
    "loses": Phrase("If you give up, your rival wins."),
    "ends": Phrase("If you give up, the game ends and nobody wins."),
}
_KEPT = h.div("#settings", data_keep=True)
"""The stream does not know how a page is liked, and leaves the switches as they are."""


def menu(view: View, words: Words, settings: Settings | None) -> Element:
    return kept_drawer(
        words,
        "menu",
        "menu",
        words("Menu"),
        _KEPT if settings is None else liking(words, settings),
        _agreed(view.options, _patience(view), view.proof.commitment, words),
        _leaving(view, words) if view.giving_up else None,
        None if view.phase == "over" else _board(view.table, view.invite, words),
        all_games(words),
    )


def liking(words: Words, settings: Settings) -> Element:
    """The switches."""
    choices = (
        (THEME, words("Colours"), settings.theme, _themes(words)),
        (LETTERS, words("Letters on colours"), settings.letters, _letters(words)),
        (PACE, words("Pace of the bots"), settings.pace, _paces(words)),
    )
    return h.div("#settings", data_keep=True)[
        h.div(".choice")[h.span[words("Language")], languages(words, settings)],
        (_choice(*choice, settings) for choice in choices),
        h.button("#sound.scripted", type="button", aria_pressed="false", **sounds(words))[
            icon("sound"), h.span[words("Sounds")]
        ],
        h.button("#notify.scripted", type="button", hidden=True)[
            words("Tell me when it’s my turn")
        ],
    ]


def _themes(words: Words) -> dict[str, str]:
    return {"auto": words("as on your device"), "light": words("light"), "dark": words("dark")}


def _letters(words: Words) -> dict[str, str]:
    return {"auto": words("if needed"), "on": words("always")}


def _paces(words: Words) -> dict[str, str]:
    return {"calm": words("calm"), "brisk": words("brisk"), "instant": words("at once")}


def _choice(
    name: str, label: str, chosen: str, values: dict[str, str], settings: Settings
) -> Element:
    return h.nav(".choice", aria_label=label)[
        h.span(aria_hidden="true")[label],
        h.span(".values")[
            (
                h.a(
                    href=settings.link(name, value),
                    rel="nofollow",
                    data_setting=name,
                    data_value=value,
                    aria_current="true" if value == chosen else None,
                )[said]
                for value, said in values.items()
            )
        ],
    ]


def _patience(view: View) -> int | None:
    """Agreed patience; none in practice, where the only player is always waited for."""
    return None if view.practice else view.patience


@remembered
def _agreed(
    options: tuple[tuple[str, str], ...], patience: int | None, commitment: str, words: Words
) -> Element:
    """The agreement, for those who join or forget."""
    return fold(
        "agreed",
        words("Game options"),
        h.dl[
            ([h.dt[label], h.dd[value]] for label, value in options),
            None
            if patience is None
            else [
                h.dt[words("Time before a bot steps in")],
                h.dd[patience_told(patience, words)],
            ],
        ],
        h.p(".quiet")[words("Commitment of the server to its secret for the deal:")],
        h.p[h.code(".digits")[commitment]],
    )


def _leaving(view: View, words: Words) -> Element:
    """Giving up, and ending the game together; folded, so that neither happens by accident."""
    mine = [seat for seat in view.seats if seat.mine and not seat.gave_up]
    willing = ", ".join(called(seat, words) for seat in view.seats if seat.would_end)
    together = any(not seat.mine and seat.bot is None and not seat.gave_up for seat in view.seats)
    agreed = all(seat.would_end for seat in mine)
    giving_up = words.tell(_GIVING_UP[view.giving_up]) if view.giving_up else ""
    return _ways_to_stop(view.table, giving_up, willing, together, agreed, words)


@remembered
def _ways_to_stop(
    table: str, giving_up: str, willing: str, together: bool, agreed: bool, words: Words
) -> Element:
    here = f"/t/{table}"
    end = words("Agree to end without a winner") if together else words("End without a winner")
    return fold(
        "leaving",
        words("Stop playing"),
        willing and h.p[words("{names} would like to end the game.", names=willing)],
        h.div(".buttons")[
            post(f"{here}/give-up", h.button(type="submit")[words("Give up")], smooth=True),
            None if agreed else post(f"{here}/end", h.button(type="submit")[end], smooth=True),
        ],
        h.p(".quiet")[giving_up],
        open=bool(willing),
    )


@remembered
def _board(table: str, invite: str | None, words: Words) -> Element:
    """While a chair is empty, a screen that is found this way shows how to join."""
    address = f"/t/{table}/board" + (f"?invite={invite}" if invite else "")
    return h.p(".way")[h.a(href=address, target="_blank")[words("The board on another screen")]]


@remembered
def all_games(words: Words) -> Element:
    return h.p(".way")[h.a(href="/")[words("All games")]]
