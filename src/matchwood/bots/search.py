"""Tree search for any game, whatever is hidden in it and however many play.

Information-set Monte Carlo tree search, as one player sees it. Every iteration guesses a truth that
agrees with what the searching player knows, and walks it down one tree in which positions that
this player cannot tell apart are one node. A move is known by its `label`, so that it is the
same move in all the truths in which it can be made, and what luck makes of it by its `outcome`.
A move that is possible in few of the truths is not held to be neglected: its chances are counted.
At the end of the walk one share of the win for every seat is carried back up, and every seat
goes where its own share is largest; so partners, whose shares are the same, play together. With
nothing hidden this is plain Monte Carlo tree search.

A search is informed if the game has an `estimate`. Then every move of a node begins with the
game's opinion of the position it leads to, as if it had been visited once, and moves that look
good are tried first (Rosin's PUCT); the many moves that look bad are hardly tried at all. The
walk ends in the game's opinion of its last position, some random moves on if the game wants it so
(`ROLLOUT`). Without an estimate, all moves begin equal (UCB1), and the walk ends in a random
game that is played to its end.

Memory is bounded: MOST_NODES nodes and MOST_EDGES moves, some 30 megabytes together, of which
only what is used is touched. When they are used up the tree grows no more, and the search goes
on in it.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from matchwood.bots.greedy import GUESSED, GUESSES, MEAN, ROOM, ROWS, TRIED, weigh_actions
from matchwood.engine import rules
from matchwood.engine.kernels import kernel
from matchwood.engine.luck import below

if TYPE_CHECKING:
    from matchwood.bots import Budget
    from matchwood.engine.position import Position

NODE = np.dtype(
    (
        np.record,
        [("outcome", "<i8"), ("other", "<i4"), ("first", "<i4"), ("visits", "<i4")],
    )
)
"""`first`: its first edge. `other`: the next node that the same edge can lead to."""
EDGE = np.dtype(
    (
        np.record,
        [
            ("label", "<i8"),
            ("total", "<f8"),
            ("opinion", "<f4"),
            ("prior", "<f4"),
            ("action", "<i4"),
            ("next", "<i4"),
            ("child", "<i4"),
            ("visits", "<i4"),
            ("chances", "<i4"),
        ],
    )
)
"""A move. `total`: the mover's shares, summed over all visits. `chances`: how often it was legal
when its node was visited. `next`: the next edge of the same node."""
MOST_NODES = 2**17
MOST_EDGES = 2**19
MOST_DEPTH = 200
NONE = -1
ROOT = 0
NODES, EDGES = 0, 1
"""The two words of `used`."""

MOST_SEATS = 16
SLICE = 32
"""How many iterations are made between two looks at the clock."""
MILLISECONDS = 1000
"""In a second."""

EXPLORE = 1.0
"""How much is made of moves that were tried little; OpenSpiel's 2, as shares go from 0 to 1."""
UNTRIED = 1e9
"""What is promised by a move of which nothing is known."""
SHARPNESS = 0.08
"""By how much a move must look better to be tried e times as often."""


class Manner(NamedTuple):
    """How to search."""

    viewer: int
    informed: bool
    plies: int
    """How many random moves a walk ends in; a negative number: to the end of the game."""
    explore: float


class Tree(NamedTuple):
    """The tree, and room to work in."""

    nodes: np.ndarray
    edges: np.ndarray
    used: np.ndarray
    states: np.ndarray
    actions: np.ndarray
    worth: np.ndarray
    shares: np.ndarray
    path: np.ndarray
    seats: np.ndarray


def new_tree(
    dtype: np.dtype[Any],
    most_actions: int,
    players: int,
    nodes: int = MOST_NODES,
    edges: int = MOST_EDGES,
) -> Tree:
    """Room for a tree of so many nodes and edges, of positions of this type."""
    return Tree(
        nodes=np.zeros(nodes, NODE),
        edges=np.zeros(max(edges, most_actions), EDGE),
        used=np.zeros(2, np.int64),
        states=np.zeros(ROOM, dtype),
        actions=np.empty(most_actions, np.int32),
        worth=np.zeros((ROWS, most_actions)),
        shares=np.zeros(players),
        path=np.zeros(MOST_DEPTH, np.int64),
        seats=np.zeros(MOST_DEPTH, np.int64),
    )


@kernel
def plant(s, manner, luck, tree):
    """Begin a tree at a position that shows no more than the viewer may know.

    The root's opinions are means over some guesses, those of all other nodes come from one.
    """
    tree.used[NODES] = tree.used[EDGES] = 0
    _new_node(tree.nodes, tree.used, 0)
    if manner.informed:
        n = weigh_actions(s, GUESSES, luck, tree.states, tree.actions, tree.shares, tree.worth)
    else:
        n = rules.legal(s, tree.actions)
    _new_edges(s, tree, ROOT, n)
    if manner.informed:
        _set_priors(tree, ROOT, n)


@kernel
def grow(s, iterations, manner, luck, tree):
    """Search on, that many iterations."""
    for _ in range(iterations):
        tree.states[GUESSED] = s
        walked = tree.states[GUESSED]
        rules.suspect(walked, manner.viewer, luck)
        depth = _descend(walked, manner, luck, tree)
        plies = manner.plies
        while plies != 0 and not walked.over:
            n = rules.legal(walked, tree.actions)
            rules.apply(walked, tree.actions[below(luck, n)])
            plies -= 1
        rules.appraise(walked, tree.shares)
        for ply in range(depth):
            edge = tree.edges[tree.path[ply]]
            edge.visits += 1
            edge.total += tree.shares[tree.seats[ply]]


@kernel
def _descend(s, manner, luck, tree):
    """Walk down to a node that is new, or the end of the game; how deep that is."""
    nodes, edges, used, actions = tree.nodes, tree.edges, tree.used, tree.actions
    node, depth = np.int64(ROOT), 0
    while not s.over and node != NONE and depth < MOST_DEPTH:
        nodes[node].visits += 1
        n = rules.legal(s, actions)
        unknown = nodes[node].first == NONE
        if unknown and (nodes[node].visits == 1 or not _expand(s, manner, tree, node, n)):
            break
        edge, action = _most_promising(s, manner, luck, tree, node, n)
        if edge == NONE:
            break
        tree.path[depth], tree.seats[depth] = edge, s.to_move
        depth += 1
        rules.apply(s, action)
        outcome = rules.outcome(s, action) * MOST_SEATS + s.to_move
        node = _child(nodes, edges, used, edge, outcome)
    return depth


@kernel
def _child(nodes, edges, used, edge, outcome):
    """The node that a move leads to with this outcome; a new one if need be, NONE if there is no
    room."""
    node = np.int64(edges[edge].child)
    while node != NONE and nodes[node].outcome != outcome:
        node = np.int64(nodes[node].other)
    if node == NONE:
        node = _new_node(nodes, used, outcome)
        if node != NONE:
            nodes[node].other = edges[edge].child
            edges[edge].child = node
    return node


@kernel
def _new_node(nodes, used, outcome):
    number = used[NODES]
    if number == len(nodes):
        return np.int64(NONE)
    used[NODES] += 1
    node = nodes[number]
    node.outcome = outcome
    node.other = node.first = NONE
    node.visits = 0
    return number


@kernel
def _expand(s, manner, tree, node, n):
    """Give a node its moves; false if there is no room."""
    if tree.used[EDGES] + n > len(tree.edges):
        return False
    if manner.informed:
        rules.weigh(s, tree.actions, n, tree.states[TRIED:], tree.shares, tree.worth[MEAN])
    _new_edges(s, tree, node, n)
    if manner.informed:
        _set_priors(tree, node, n)
    return True


@kernel
def _opinion(s, tree, action):
    """What the mover's share seems to be after a move."""
    tree.states[TRIED] = s
    rules.apply(tree.states[TRIED], action)
    rules.appraise(tree.states[TRIED], tree.shares)
    return tree.shares[s.to_move]


@kernel
def _new_edges(s, tree, node, n):
    """An edge for each of the first n actions, with what is written of its worth."""
    for choice in range(n - 1, -1, -1):
        _new_edge(s, tree, node, tree.actions[choice], tree.worth[MEAN, choice])


@kernel
def _new_edge(s, tree, node, action, opinion):
    """Put an edge before the others of a node."""
    number = tree.used[EDGES]
    tree.used[EDGES] += 1
    edge = tree.edges[number]
    edge.label = rules.label(s, action)
    edge.action, edge.opinion = action, opinion
    edge.prior = edge.total = edge.visits = 0
    edge.chances = max(0, tree.nodes[node].visits - 1)
    edge.child = NONE
    edge.next = tree.nodes[node].first
    tree.nodes[node].first = number
    return number


@kernel
def _set_priors(tree, node, n):
    """Share out attention by how good the moves look."""
    most, total, worth = 0.0, 0.0, tree.worth[MEAN]
    for choice in range(n):
        most = max(most, worth[choice])
    for choice in range(n):
        worth[choice] = math.exp((worth[choice] - most) / SHARPNESS)
        total += worth[choice]
    edge = tree.nodes[node].first
    for choice in range(n):
        tree.edges[edge].prior = worth[choice] / total
        edge = tree.edges[edge].next


@kernel
def _most_promising(s, manner, luck, tree, node, n):
    """The edge and the action to walk along; of those that promise the same, luck takes one."""
    best, chosen, most, ties = np.int64(NONE), np.int32(NONE), -1.0, 0
    edges, actions, visits = tree.edges, tree.actions, tree.nodes[node].visits
    log_visits = math.log(visits)
    number = np.int64(tree.nodes[node].first)
    for choice in range(n):
        action = actions[choice]
        name = rules.label(s, action)
        if number == NONE or edges[number].label != name:
            number = _find_edge(s, manner, tree, node, n, action, name)
            if number == NONE:
                continue
        edge = edges[number]
        edge.chances += 1
        promise = _promise(edge, manner.informed, manner.explore, visits, log_visits)
        if promise > most:
            best, chosen, most, ties = number, action, promise, 1
        elif promise == most:
            ties += 1
            if below(luck, ties) == 0:
                best, chosen = number, action
        number = np.int64(edge.next)
    return best, chosen


@kernel
def _find_edge(s, manner, tree, node, n, action, name):
    """The edge of a move that is not where it was expected: another truth allows other moves.

    It may be a new one; it is NONE if there is no room for that.
    """
    number = np.int64(tree.nodes[node].first)
    while number != NONE and tree.edges[number].label != name:
        number = np.int64(tree.edges[number].next)
    if number == NONE and tree.used[EDGES] < len(tree.edges):
        opinion = _opinion(s, tree, action) if manner.informed else 0.0
        number = _new_edge(s, tree, node, action, opinion)
        tree.edges[number].prior = 1.0 / n
    return number


@kernel
def _promise(edge, informed, explore, visits, log_visits):
    """How much is to be had or learned by walking along an edge."""
    if informed:
        seems = (edge.total + edge.opinion) / (edge.visits + 1)
        return seems + explore * edge.prior * math.sqrt(edge.chances) / (edge.visits + 1)
    if edge.visits == 0:
        return UNTRIED
    log_chances = log_visits if edge.chances == visits else math.log(edge.chances)
    return edge.total / edge.visits + explore * math.sqrt(log_chances / edge.visits)


class Move(NamedTuple):
    """What a search found out about a move."""

    action: int
    visits: int
    share: float


class Search:
    """A search from a position that shows no more than its player to move may know."""

    def __init__(
        self,
        hidden: Position,
        luck: np.ndarray,
        nodes: int = MOST_NODES,
        edges: int = MOST_EDGES,
    ) -> None:
        s, game = hidden.state, hidden.variant.game.rules
        self._s, self._luck = s, luck
        informed, plies = rules.has_estimate(s.dtype), rules.rollout(s.dtype)
        self._manner = Manner(hidden.to_move, informed, plies, EXPLORE)
        self._tree = new_tree(s.dtype, game.MOST_ACTIONS, hidden.players, nodes, edges)
        plant(s, self._manner, luck, self._tree)

    def run(self, budget: Budget) -> None:
        """Search until the budget is used up."""
        if budget.iterations is not None:
            grow(self._s, budget.iterations, self._manner, self._luck, self._tree)
            return
        end = time.perf_counter() + (budget.milliseconds or 0) / MILLISECONDS
        while time.perf_counter() < end:
            grow(self._s, SLICE, self._manner, self._luck, self._tree)

    def moves(self) -> list[Move]:
        """The moves of the position and what is known of them."""
        moves, number = [], int(self._tree.nodes[ROOT].first)
        while number != NONE:
            edge = self._tree.edges[number]
            share = float(edge.total + edge.opinion) / (int(edge.visits) + 1)
            moves.append(Move(int(edge.action), int(edge.visits), share))
            number = int(edge.next)
        return moves

    def best(self) -> Move:
        """The move that was looked into most; of several, the one with the largest share."""
        return max(self.moves(), key=lambda move: (move.visits, move.share))
