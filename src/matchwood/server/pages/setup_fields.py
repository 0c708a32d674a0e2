"""Fields of the set-up form: one for each kind of option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matchwood.engine.game import Game
from matchwood.engine.language import Words
from matchwood.engine.options import Option, Value, Whole, written
from matchwood.server.pages import html as h
from matchwood.server.pages.html import Attribute, Element, Node

_LONGEST_LIST = 4_000
"""Letters in a list of cards or cubes that someone types."""


@dataclass(frozen=True)
class Form:
    """Content of the fields: the values that were sent before, or the defaults."""

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

    def format(self, option: Option) -> str:
        """Format of the option, with an example; nothing if that needs no words."""
        phrase = self.game.formats.get(option.name)
        return "" if phrase is None else self.game_words.tell(phrase)

    def choice(self, option: Option, value: Value, otherwise: str | None = None) -> str:
        """Label of a value; without words of its own it is `otherwise`, or as it is written."""
        phrase = self.game.words.CHOICES.get((option.name, value))
        if phrase is None:
            return written(value) if otherwise is None else otherwise
        return self.game_words.tell(phrase)

    def is_preset(self, option: Option) -> bool:
        """True if presets choose the option, so that a field of its own starts empty."""
        return any(option.name in preset.options for preset in self.game.presets)


def option_field(form: Form, option: Option) -> Element:
    """The field that suits the kind of option."""
    match option:
        case Whole():
            return _whole(form, option)
        case Option(values=(False, True)):
            return tick(form, _field(option), form.label(option))
        case Option(default=tuple()):
            return _numbers(form, option)
        case Option(names_seat=True):
            return _seat(form, option)
        case Option(default=str()) if type(option) is not Option:
            return _list(form, option)
    return _choices(form, option)


def _field(option: Option) -> str:
    return f"option-{option.name}"


def labelled(name: str, label: str, field: Node, hint: str | None = None) -> Element:
    return h.div(".field")[
        h.label(for_=name)[label],
        field,
        hint and h.p(f"#{name}-hint.quiet")[hint],
    ]


def _named(name: str, hint: bool = False) -> dict[str, Attribute]:
    """Attributes that tie a field to its label and its hint."""
    return {"id": name, "name": name, "aria-describedby": f"{name}-hint" if hint else None}


def _whole(form: Form, option: Whole) -> Element:
    """A number; one that may be left out shows nothing."""
    name = _field(option)
    is_empty = option.default is None or form.is_preset(option)
    given = form.value(name, "" if is_empty else written(option.default))
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
    if is_empty:
        usual = form.choice(option, option.default, form.words("as in the rules"))
        hint = form.words("{first} to {last}; empty: {usual}", **bounds, usual=usual)
    return labelled(name, form.label(option), field, hint)


def tick(form: Form, name: str, label: str, usual: bool = False, hint: bool = False) -> Element:
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
    usual = written(option.default).split("x")
    given = form.value(name, "" if form.is_preset(option) else written(option.default)).split("x")
    shown = given if len(given) == len(usual) else [""] * len(usual)
    return h.fieldset(aria_describedby=f"{name}-hint")[
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
                    placeholder=default,
                    aria_label=form.words("Number {number}", number=place),
                )
                for place, (number, default) in enumerate(zip(shown, usual, strict=True), start=1)
            )
        ],
        h.p(f"#{name}-hint.quiet")[form.format(option)],
    ]


def _seat(form: Form, option: Option) -> Element:
    """One of the players, or none; the script shows their names."""
    name = _field(option)
    given = form.value(name, written(option.default))
    return labelled(
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
    return labelled(
        name,
        form.label(option),
        h.textarea(
            _named(name, hint=True), rows="2", maxlength=str(_LONGEST_LIST), spellcheck="false"
        )["" if given == usual else given],
        " ".join(
            filter(
                None,
                (
                    form.words("Empty: {usual}.", usual=form.choice(option, option.default)),
                    form.format(option),
                ),
            )
        ),
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


def select(name: str, choices: Sequence[tuple[str, str]], given: str) -> Element:
    options: list[Node] = [
        h.option(value=value, selected=value == given)[label] for value, label in choices
    ]
    return h.select(_named(name))[options]
