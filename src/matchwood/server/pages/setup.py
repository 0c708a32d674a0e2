"""Setting up a table: what is agreed on, who sits where, and how the table is kept.

The fields: `option-NAME` for each option of the game, `aid-NAME` for help that is to be agreed
on, `seat-N` and `name-N` for each chair from 0, and `listed`, `patience`, `automatic`, `stand-in`
for the table. An option in several numbers comes as several fields of one name. A field that is
left empty takes what is usual.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matchwood.bots import USUAL
from matchwood.engine.aids import HINTS, Aid
from matchwood.engine.game import Game
from matchwood.engine.options import Option, Value, Whole, written
from matchwood.engine.words import Words
from matchwood.server.levels import level_name
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Attribute, Element, Node
from matchwood.server.pages.layout import Settings, document
from matchwood.server.pages.parts import lesson_links, patience_told
from matchwood.server.player_names import LONGEST_NAME

PATIENCE = (30, 60, 120, 300, 0)
"""For how many seconds a player may be gone; 0: for ever."""
USUAL_PATIENCE = 120
_LONGEST_LIST = 4_000
"""How long a list of cards or cubes that someone types may be."""


@dataclass(frozen=True)
class Form:
    """What the fields are filled with: what was sent before, or what is usual."""

    game: Game
    words: Words
    game_words: Words
    values: Mapping[str, str] | None
    name: str

    def value(self, name: str, usual: str) -> str:
        return usual if self.values is None else self.values.get(name, "")

    def ticked(self, name: str, usual: bool = False) -> bool:
        return usual if self.values is None else bool(self.values.get(name))

    def label(self, option: Option) -> str:
        phrase = self.game.words.LABELS.get(option.name)
        return option.name if phrase is None else self.game_words.tell(phrase)

    def choice(self, option: Option, value: Value, otherwise: str | None = None) -> str:
        """What a value is called; if it has no words of its own, as said or as it is written."""
        phrase = self.game.words.CHOICES.get((option.name, value))
        if phrase is None:
            return written(value) if otherwise is None else otherwise
        return self.game_words.tell(phrase)


def page(
    game: Game,
    levels: Sequence[str],
    seats: int,
    words: Words,
    game_words: Words,
    settings: Settings,
    values: Mapping[str, str] | None = None,
    error: str | None = None,
    name: str = "",
) -> Element:
    """The form. `seats` is how many can play at most; `values` and `error` are of a refused one,
    `name` is what the visitor called themselves before."""
    form = Form(game, words, game_words, values, name)
    title = words("Set up a table: {game}", game=game.title)
    return document(
        title,
        h.main(".setup")[
            h.h1[title],
            error and h.p("#error.error", role="alert")[error],
            h.form("#setup", method="post", action="/tables")[
                h.input(type="hidden", name="game", value=game.name),
                _agreed(form),
                h.section[
                    h.h2[words("Players")],
                    h.p(".quiet")[words("With a bot on every seat, you can watch them play.")],
                    h.div(".chairs")[(_chair(form, seat, levels) for seat in range(seats))],
                ],
                _table(form, levels),
                h.p(".buttons")[
                    h.button(".first", type="submit")[words("Open the table")],
                    h.a(".button", href=f"/rules/{game.name}")[words("Rules")],
                    lesson_links(game, words),
                ],
            ],
        ],
        words=words,
        settings=settings,
    )


def _agreed(form: Form) -> Element:
    return h.section[
        h.h2[form.words("Game options")],
        h.div(".options")[
            (_option(form, option) for option in form.game.options),
            h.fieldset[
                h.legend[form.words("Help")], (_aid(form, aid) for aid in form.game.all_aids)
            ],
        ],
    ]


def _aid(form: Form, aid: Aid) -> Element:
    """Help is off unless chosen, but for hints, which are of use to one alone."""
    name = f"aid-{aid.name}"
    usual = aid is HINTS
    return h.fragment[
        _tick(form, name, form.game_words.tell(aid.label), usual, hint=True),
        h.p(f"#{name}-hint.quiet")[form.game_words.tell(aid.help)],
    ]


def _option(form: Form, option: Option) -> Element:
    """The field that suits the kind of option."""
    match option:
        case Whole():
            return _whole(form, option)
        case Option(values=(False, True)):
            return _tick(form, _field(option), form.label(option))
        case Option(default=tuple()):
            return _numbers(form, option)
        case Option(values=(None, *seats)) if seats == list(range(len(seats))):
            return _seat(form, option)
        case Option(default=str()) if type(option) is not Option:
            return _list(form, option)
    return _choices(form, option)


def _field(option: Option) -> str:
    return f"option-{option.name}"


def _labelled(name: str, label: str, field: Node, hint: str | None = None) -> Element:
    return h.div(".field")[
        h.label(for_=name)[label],
        field,
        hint and h.p(f"#{name}-hint.quiet")[hint],
    ]


def _named(name: str, hint: bool = False) -> dict[str, Attribute]:
    """What ties a field to its label and its hint."""
    return {"id": name, "name": name, "aria-describedby": f"{name}-hint" if hint else None}


def _whole(form: Form, option: Whole) -> Element:
    """A number; one that may be left out shows nothing."""
    name = _field(option)
    usual = "" if option.default is None else written(option.default)
    given = form.value(name, usual)
    field = h.input(
        _named(name, hint=True),
        type="number",
        inputmode="numeric",
        min=str(option.bounds.start),
        max=str(option.bounds.stop - 1),
        value="" if given == written(None) else given,
    )
    bounds = {"first": option.bounds.start, "last": option.bounds.stop - 1}
    hint = form.words("{first} to {last}", **bounds)
    if option.default is None:
        usual = form.choice(option, None, form.words("as in the rules"))
        hint = form.words("{first} to {last}; empty: {usual}", **bounds, usual=usual)
    return _labelled(name, form.label(option), field, hint)


def _tick(form: Form, name: str, label: str, usual: bool = False, hint: bool = False) -> Element:
    return h.label(".tick")[
        h.input(
            type="checkbox",
            name=name,
            value="true",
            checked=form.ticked(name, usual),
            aria_describedby=f"{name}-hint" if hint else None,
        ),
        label,
    ]


def _numbers(form: Form, option: Option) -> Element:
    """Several numbers at once, such as the size of a block; the listed values span what may be."""
    name = _field(option)
    listed = [value for value in option.values if isinstance(value, tuple)]
    low, high = (pick(pick(value) for value in listed) for pick in (min, max))
    given = form.value(name, written(option.default)).split("x")
    usual = written(option.default).split("x")
    return h.fieldset[
        h.legend[form.label(option)],
        h.div(".numbers")[
            (
                h.input(
                    type="number",
                    inputmode="numeric",
                    name=name,
                    min=str(low),
                    max=str(high),
                    value=number,
                    aria_label=form.words("Number {number}", number=place),
                )
                for place, number in enumerate(
                    given if len(given) == len(usual) else usual, start=1
                )
            )
        ],
    ]


def _seat(form: Form, option: Option) -> Element:
    """One of the players, or none; the script shows their names."""
    name = _field(option)
    given = form.value(name, written(option.default))
    return _labelled(
        name,
        form.label(option),
        h.select(_named(name), data_seats=True)[
            (
                h.option(value=written(value), selected=given == written(value))[
                    form.choice(option, None, form.words("drawn by lot"))
                    if value is None
                    else form.words("Player {number}", number=int(str(value)) + 1)
                ]
                for value in option.values
            )
        ],
    )


def _list(form: Form, option: Option) -> Element:
    """Parts that can be listed one by one; the usual ones have a name."""
    name, usual = _field(option), written(option.default)
    given = form.value(name, "")
    return _labelled(
        name,
        form.label(option),
        h.textarea(
            _named(name, hint=True), rows="2", maxlength=str(_LONGEST_LIST), spellcheck="false"
        )["" if given == usual else given],
        form.words("Empty: {usual}.", usual=form.choice(option, option.default)),
    )


def _choices(form: Form, option: Option) -> Element:
    name = _field(option)
    given = form.value(name, written(option.default))
    return h.fieldset[
        h.legend[form.label(option)],
        h.div(".pills")[
            (
                h.label[
                    h.input(
                        type="radio",
                        name=name,
                        value=written(value),
                        checked=given == written(value),
                    ),
                    h.span[form.choice(option, value)],
                ]
                for value in option.values
            )
        ],
    ]


def _chair(form: Form, seat: int, levels: Sequence[str]) -> Element:
    words, name = form.words, f"name-{seat}"
    who: list[tuple[str, str]] = [
        ("me", words("Me")),
        ("screen", words("Another person at this screen")),
        ("link", words("A friend, by link")),
        *((f"bot:{level}", _bot(level, words)) for level in levels),
    ]
    usual = ("me", "link")[seat] if seat < 2 else f"bot:{USUAL}"
    given = form.value(f"seat-{seat}", usual)
    return h.fieldset(".chair")[
        h.legend[words("Seat {number}", number=seat + 1)],
        h.select(name=f"seat-{seat}", aria_label=words("Who plays here"))[
            (h.option(value=value, selected=value == given)[label] for value, label in who)
        ],
        h.div(".name")[
            h.label(for_=name)[words("Name")],
            h.input(
                id=name,
                name=name,
                maxlength=str(LONGEST_NAME),
                autocomplete="off",
                placeholder=words("Player {number}", number=seat + 1),
                value=form.value(name, "" if seat else form.name),
            ),
        ],
    ]


def _bot(level: str, words: Words) -> str:
    return words("A bot: {level}", level=level_name(level, words))


def _table(form: Form, levels: Sequence[str]) -> Element:
    words = form.words
    patience = form.value("patience", str(USUAL_PATIENCE))
    stand_in = form.value("stand-in", USUAL)
    return h.section[
        h.h2[words("The table")],
        h.div(".options")[
            _tick(form, "listed", words("Anyone can watch; the table is listed on the front page")),
            _labelled(
                "patience",
                words("Time before a bot steps in"),
                _select(
                    "patience",
                    [(str(each), patience_told(each, words)) for each in PATIENCE],
                    patience,
                ),
            ),
            _labelled(
                "stand-in",
                words("Bot that steps in until they return"),
                _select(
                    "stand-in", [(level, level_name(level, words)) for level in levels], stand_in
                ),
            ),
            _tick(
                form,
                "automatic",
                words("The bot steps in automatically; otherwise when the others ask for it"),
                usual=True,
            ),
        ],
    ]


def _select(name: str, choices: Sequence[tuple[str, str]], given: str) -> Element:
    options: list[Node] = [
        h.option(value=value, selected=value == given)[label] for value, label in choices
    ]
    return h.select(_named(name))[options]
