"""The pictures of the rulebook of Connect Four."""

from __future__ import annotations

from matchwood.learning.figures import Figure
from matchwood_connect_four.lesson import A_SLANT, drops

FIGURES = {"line": Figure(moves=A_SLANT, marks=["column-4"], then=drops("4"))}
