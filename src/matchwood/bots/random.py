"""The bot that plays any legal move."""

from __future__ import annotations

from matchwood.engine import rules
from matchwood.engine.kernels import kernel
from matchwood.engine.luck import below


@kernel
def any_action(s, actions, luck):
    """One of the legal actions, every one equally likely."""
    return actions[below(luck, rules.legal(s, actions))]
