"""HTML of games, variants and records for notebooks: it stands alone and needs no script."""

from __future__ import annotations

import secrets
from base64 import b64encode
from collections.abc import Mapping

from markupsafe import Markup

from matchwood.engine.game import Game, Variant
from matchwood.engine.options import Value, written
from matchwood.engine.position import Position
from matchwood.engine.record import GameRecord

MOST_PICTURES = 40
"""Moments of a record that are drawn; of a longer one, so many spread over it."""
STEPPING = Markup(
    "<style>.{id} .moment{{display:none}} .{id} input:checked+.moment{{display:block}}"
    ".{id} img{{max-width:32em;width:100%}} .{id} input{{margin:.1em}}</style>"
)


def html_of_game(game: Game, options: Mapping[str, Value] | None = None) -> str:
    """A game with its options, and what is chosen of them or usual."""
    rows = Markup().join(
        Markup("<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td></tr>").format(
            option.name,
            written((options or {}).get(option.name, option.default)),
            str(option.allowed()),
            str(option.help),
        )
        for option in game.options
    )
    head = "default" if options is None else "chosen"
    return Markup(
        "<h3>{}</h3><p>{}</p>"
        "<table><tr><th>option</th><th>{}</th><th>allowed</th><th></th></tr>{}</table>"
    ).format(game.title, game.summary, head, rows)


def html_of_variant(variant: Variant) -> str:
    """A game with the options that were chosen."""
    return html_of_game(variant.game, variant.options)


def html_of_record(record: GameRecord) -> str:
    """A record to be stepped through: a button for each moment, the last one shown first. The
    arrow keys step too."""
    name = f"matchwood-{secrets.token_hex(4)}"
    positions = [position.copy() for position in record.replay()]
    last = len(positions) - 1
    step = max(1, -(-last // (MOST_PICTURES - 1)))
    shown = sorted({*range(0, last, step), last})
    moments = Markup().join(
        _moment(name, positions[number], record, checked=number == last) for number in shown
    )
    return STEPPING.format(id=name) + Markup('<div class="{}">{}</div>').format(name, moments)


def _moment(name: str, position: Position, record: GameRecord, *, checked: bool) -> Markup:
    """A button and what it shows. Each picture is an image of its own, so that no ids clash."""
    moves = len(position.history)
    told = f"{moves}. {position.history[-1]}" if moves else "The deal"
    picture = b64encode(position.svg(names=record.players).encode()).decode()
    return Markup(
        '<input type="radio" name="{name}" aria-label="{told}" title="{told}"{checked}>'
        '<div class="moment"><p>{told}</p>'
        '<img alt="{alt}" src="data:image/svg+xml;base64,{picture}"></div>'
    ).format(
        name=name,
        told=told,
        checked=Markup(" checked") if checked else "",
        alt=str(position).strip("<>"),
        picture=picture,
    )
