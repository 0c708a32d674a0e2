"""The set-up form: who plays, which way, and what else is agreed on.

The fields: `seat-N` and `name-N` for each chair from 0, of which some may stay free; `preset` for
a way to play, `option-NAME` for an option that differs from it, `aid-NAME` for help that is agreed
on, and `listed`, `patience`, `automatic`, `stand-in` for the table. An option in several numbers
comes as several fields of one name. An empty field takes what the preset says, or the default.

The form needs no script: a chair is a select, and style sheets show what belongs to its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matchwood.bots import USUAL
from matchwood.engine.game import PLAYERS, Game, Preset
from matchwood.engine.language import Words
from matchwood.engine.options import HINTS, Aid, Option, Value, Whole, written
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.assets import address_of_cover
from matchwood.server.pages.html import Attribute, Element, Node
from matchwood.server.pages.icons import icon
from matchwood.server.pages.layout import document
from matchwood.server.pages.parts import STAINS, lesson_links, patience_told, themed
from matchwood.server.table.new_table import NOBODY
from matchwood.server.table.player_names import LONGEST_NAME
from matchwood.server.views.levels import level_name

PATIENCE = (30, 60, 120, 300, 0)
"""For how many seconds a player may be gone; 0: for ever."""
USUAL_PATIENCE = 120
_LONGEST_LIST = 4_000
"""How long a list of cards or cubes that someone types may be."""
_KINDS = {"person": ("me", "screen"), "letter": ("link",), "bot": ("bot",), "zoom-in": (NOBODY,)}
"""The icon in a chair, by what is chosen there."""


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

    def format(self, option: Option) -> str:
        """Format of the option, with an example; nothing if that needs no words."""
        phrase = self.game.formats.get(option.name)
        return "" if phrase is None else self.game_words.tell(phrase)

    def choice(self, option: Option, value: Value, otherwise: str | None = None) -> str:
        """What a value is called; if it has no words of its own, as said or as it is written."""
        phrase = self.game.words.CHOICES.get((option.name, value))
        if phrase is None:
            return written(value) if otherwise is None else otherwise
        return self.game_words.tell(phrase)

    def is_preset(self, option: Option) -> bool:
        """True if presets choose the option, so that a field of its own starts empty."""
        return any(option.name in preset.options for preset in self.game.presets)


def page(
    game: Game,
    levels: Sequence[str],
    words: Words,
    game_words: Words,
    settings: Settings,
    values: Mapping[str, str] | None = None,
    error: str | None = None,
    name: str = "",
) -> Element:
    """The form. `values` and `error` are of a refused one, `name` is what the visitor called
    themselves before."""
    form = Form(game, words, game_words, values, name)
    return document(
        words("Set up a table: {game}", game=game.title),
        h.form("#setup", method="post", action="/tables")[
            h.input(type="hidden", name="game", value=game.name),
            h.main(".setup")[
                _round(form, levels),
                h.div(".choices")[
                    h.p(".quiet")[game.title],
                    h.h1[words("Who plays?")],
                    error and h.p("#error.error", role="alert")[error],
                    h.p(".quiet")[_counts_told(form)],
                    _presets(form),
                    _more(form, levels, is_open=error is not None),
                    h.p(".links")[
                        h.a(".button", href=f"/rules/{game.name}")[words("Rules")],
                        lesson_links(game, words),
                    ],
                ],
            ],
            h.div(".start")[
                h.p(
                    "#who.quiet",
                    aria_live="polite",
                    data_wrong=_counts_told(form),
                    data_counts=" ".join(map(str, game.player_counts)),
                ),
                h.button(".first", type="submit")[words("Start")],
            ],
        ],
        words=words,
        settings=settings,
        styles=["setup.css"],
    )


def _counts_told(form: Form) -> str:
    """Sentence about how many can play."""
    *others, most = map(str, form.game.player_counts)
    if not others:
        return form.words("{game} is for {players} players.", game=form.game.title, players=most)
    return form.words(
        "{game} is for {some} or {most} players.",
        game=form.game.title,
        some=", ".join(others),
        most=most,
    )


def _round(form: Form, levels: Sequence[str]) -> Element:
    """The table, and a chair for everyone who may play, clockwise from the reader's."""
    chairs = max(form.game.player_counts)
    return h.section(".round", aria_label=form.words("Who plays?"), data_chairs=str(chairs))[
        h.div(".cover", aria_hidden="true")[themed(address_of_cover(form.game.name), "")],
        (_chair(form, seat, chairs, levels) for seat in range(chairs)),
    ]


def _chair(form: Form, seat: int, chairs: int, levels: Sequence[str]) -> Element:
    words, name = form.words, f"name-{seat}"
    who: list[tuple[str, str]] = [
        ("me", words("Me")),
        ("screen", words("At this screen")),
        ("link", words("By link")),
        *(
            (f"bot:{level}", words("Bot: {level}", level=level_name(level, words)))
            for level in levels
        ),
        *([(NOBODY, words("Nobody"))] if len(form.game.player_counts) > 1 else ()),
    ]
    given = form.value(f"seat-{seat}", {0: "me", chairs // 2: "link"}.get(seat, NOBODY))
    return h.fieldset(".chair")[
        h.legend(".unseen")[words("Seat {number}", number=seat + 1)],
        h.span(class_=["sitter", f"seat-{seat % STAINS}"], aria_hidden="true")[
            (h.span(class_=["kind", *kinds])[icon(sign)] for sign, kinds in _KINDS.items())
        ],
        h.select(name=f"seat-{seat}", aria_label=words("Who plays here"))[
            (h.option(value=value, selected=value == given)[label] for value, label in who)
        ],
        h.input(
            ".name",
            name=name,
            maxlength=str(LONGEST_NAME),
            autocomplete="off",
            aria_label=words("Name"),
            placeholder=words("Player {number}", number=seat + 1) if seat else words("Your name"),
            value=form.value(name, "" if seat else form.name),
        ),
    ]


def _presets(form: Form) -> Element | None:
    """The ways to play, each with its picture and a sentence."""
    presets = form.game.presets
    if not presets:
        return None
    given = form.value("preset", presets[0].name)
    return h.fieldset(".presets")[
        h.legend(".unseen")[form.words("Game options")],
        (_preset(form, preset, preset.name == given) for preset in presets),
    ]


def _preset(form: Form, preset: Preset, checked: bool) -> Element:
    return h.label(".preset")[
        themed(address_of_cover(form.game.name, preset.name), ""),
        h.span[
            h.b[form.game_words.tell(preset.label)],
            h.span(".quiet")[form.game_words.tell(preset.help)],
        ],
        h.input(
            type="radio",
            name="preset",
            value=preset.name,
            checked=checked,
            data_players=str(preset.options.get(PLAYERS, "")) or None,
        ),
    ]


def _more(form: Form, levels: Sequence[str], is_open: bool) -> Element:
    """Fields that few want to change: folded, but for a form that was refused."""
    words = form.words
    return h.details(".fold", open=is_open)[
        h.summary[words("More: options, help, watching, time")],
        h.div(".options")[
            (_option(form, option) for option in form.game.options if _is_shown(form, option)),
            h.fieldset[h.legend[words("Help")], (_aid(form, aid) for aid in form.game.all_aids)],
            _table(form, levels),
        ],
    ]


def _is_shown(form: Form, option: Option) -> bool:
    """True if an option has a field: not if the chairs or the presets say all there is to say."""
    says_all = type(option) is Option and not isinstance(option.default, tuple)
    return option.name != PLAYERS and not (says_all and form.is_preset(option))


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
        case Option(names_seat=True):
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


def _table(form: Form, levels: Sequence[str]) -> Element:
    words = form.words
    patience = form.value("patience", str(USUAL_PATIENCE))
    stand_in = form.value("stand-in", USUAL)
    return h.fieldset[
        h.legend[words("The table")],
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
            _select("stand-in", [(level, level_name(level, words)) for level in levels], stand_in),
        ),
        _tick(
            form,
            "automatic",
            words("The bot steps in automatically; otherwise when the others ask for it"),
            usual=True,
        ),
    ]


def _select(name: str, choices: Sequence[tuple[str, str]], given: str) -> Element:
    options: list[Node] = [
        h.option(value=value, selected=value == given)[label] for value, label in choices
    ]
    return h.select(_named(name))[options]
