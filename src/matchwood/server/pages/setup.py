"""The set-up form: who plays, which way, and what else is agreed on.

The fields: `seat-N` and `name-N` for each chair from 0, of which some may stay free; `preset` for
a way to play, `option-NAME` for an option that differs from it, `aid-NAME` for help that is agreed
on, and `listed`, `patience`, `automatic`, `stand-in` for the table. An option in several numbers
comes as several fields of one name. An empty field takes what the preset says, or the default.

The form needs no script: a chair is a select, and style sheets show what belongs to its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matchwood.bots import USUAL
from matchwood.engine.game import PLAYERS, Game, Preset
from matchwood.engine.language import Words
from matchwood.engine.options import HINTS, Aid, Option
from matchwood.server.base.preferences import Settings
from matchwood.server.pages import html as h
from matchwood.server.pages.assets import address_of_cover
from matchwood.server.pages.html import Element
from matchwood.server.pages.icons import icon
from matchwood.server.pages.layout import document
from matchwood.server.pages.parts import STAINS, lesson_links, patience_told, themed
from matchwood.server.pages.setup_fields import Form, labelled, option_field, select, tick
from matchwood.server.table.new_table import NOBODY
from matchwood.server.table.player_names import LONGEST_NAME
from matchwood.server.views.names import level_name

PATIENCE = (30, 60, 120, 300, 0)
"""Seconds that a player may be gone; 0: for ever."""
USUAL_PATIENCE = 120
_KINDS = {"person": ("me", "screen"), "letter": ("link",), "bot": ("bot",), "zoom-in": (NOBODY,)}
"""The icon in a chair, by what is chosen there."""


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
            (option_field(form, option) for option in form.game.options if _is_shown(form, option)),
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
        tick(form, name, form.game_words.tell(aid.label), usual, hint=True),
        h.p(f"#{name}-hint.quiet")[form.game_words.tell(aid.help)],
    ]


def _table(form: Form, levels: Sequence[str]) -> Element:
    words = form.words
    patience = form.value("patience", str(USUAL_PATIENCE))
    stand_in = form.value("stand-in", USUAL)
    return h.fieldset[
        h.legend[words("The table")],
        tick(form, "listed", words("Anyone can watch; the table is listed on the front page")),
        labelled(
            "patience",
            words("Time before a bot steps in"),
            select(
                "patience",
                [(str(each), patience_told(each, words)) for each in PATIENCE],
                patience,
            ),
        ),
        labelled(
            "stand-in",
            words("Bot that steps in until they return"),
            select("stand-in", [(level, level_name(level, words)) for level in levels], stand_in),
        ),
        tick(
            form,
            "automatic",
            words("The bot steps in automatically; otherwise when the others ask for it"),
            usual=True,
        ),
    ]
