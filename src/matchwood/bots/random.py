"""The bot that plays any legal move."""

from __future__ import annotations

from matchwood.engine import rules
from matchwood.engine.generators import below
from matchwood.engine.kernels import kernel


@kernel
def any_action(s, actions, generator):
    """One of the legal actions, every one equally likely."""
    return actions[below(generator, rules.legal(s, actions))]
