"""Tree search for any game, whatever is hidden in it and however many play.

Information-set Monte Carlo tree search (ISMCTS, by Cowling, Powley and Whitehouse), as one player
sees it. Every iteration first guesses a truth: it fills what is hidden from the searching player
at random, in agreement with what they know. It then walks down a tree that all iterations share,
in which positions that this player cannot tell apart are one node. A node has an edge for each
move, told by the move's `label`, which is the same in every truth; where chance has a part in a
move, its `outcome` says which node the edge leads to.

Some moves are legal in only a few of the guessed truths. If a search compared how often moves were
tried, it would take such a move for one that was tried too little, and choose it whenever it could.
So each edge counts how often its move was legal, and its tries are weighed against that number.

At the end of the walk every seat's share of the win is carried back up, and at each node the seat
to move prefers the edge with the largest share for itself; so partners, whose shares are the same,
play together. With nothing hidden this is plain Monte Carlo tree search.

A search is informed if the game has an `estimate`. Then every move of a node begins with the
game's opinion of the position it leads to, as if it had been visited once, and moves that look
good are tried first (Rosin's PUCT); the many moves that look bad are hardly tried at all. The
walk ends in the game's opinion of its last position, some random moves on if the game wants it so
(`ROLLOUT`), or in a search that takes its time some of those that look best (`LOOKAHEAD`): an
opinion is worth more once what is under way has been carried out. Without an estimate, all moves
begin equal (UCB1), and the walk ends in a random game that is played to its end.

Memory is bounded: if not said otherwise MOST_NODES nodes and MOST_EDGES moves, some 26 megabytes
together. Only what is used is touched: a node or an edge is written as a whole when the tree gets
it. When they are used up the next tree is begun in their place, with other luck, and what all trees
found is added up. To go on in a tree that cannot grow would be worse than to stop: a line that
looks good is never refuted any more, and draws all visits to itself.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from matchwood.bots.greedy import GUESSED, MEAN, ONCE, ROOM, ROWS, TRIED, weigh_actions
from matchwood.engine import dispatch
from matchwood.engine.jit import kernel
from matchwood.engine.rng import below, go_back, state_of

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
NODES, EDGES, FULL = 0, 1, 2
"""The words of `used`; the last is 1 when there was no room for a node or an edge."""

PRIOR = ONCE
"""The row of `worth` for how much attention each move gets at first."""
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

    viewer: int | np.int64
    informed: bool
    plies: int
    """How many moves a walk ends in; a negative number: to the end of the game."""
    explore: float
    greedy: bool = False
    """Whether these are the moves that look best, and not any."""


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
        nodes=np.empty(nodes, NODE),
        edges=np.empty(max(edges, most_actions), EDGE),
        used=np.zeros(FULL + 1, np.int64),
        states=np.zeros(ROOM, dtype),
        actions=np.empty(most_actions, np.int32),
        worth=np.zeros((ROWS, most_actions)),
        shares=np.zeros(players),
        path=np.zeros(MOST_DEPTH, np.int64),
        seats=np.zeros(MOST_DEPTH, np.int64),
    )


@kernel
def plant(s, n, manner, tree):
    """Begin a tree: the n actions of the root, and what is thought of each, are written down."""
    tree.used[NODES] = tree.used[EDGES] = tree.used[FULL] = 0
    _new_node(tree.nodes, tree.used, 0)
    _new_edges(s, n, manner.informed, tree, ROOT)


@kernel
def begin(s, manner, generator, tree):
    """Begin a tree with the moves and, as means over some guesses, what the game thinks of them.

    All nodes but the root have their opinions from one guess.
    """
    if manner.informed:
        n = weigh_actions(s, generator, tree.states, tree.actions, tree.shares, tree.worth)
    else:
        n = dispatch.legal(s, tree.actions)
    plant(s, n, manner, tree)


@kernel
def grow(s, iterations, manner, generator, tree):
    """Search on, that many iterations, from a position that shows what the viewer may know.

    How many were made: fewer, if the tree is full.
    """
    for made in range(iterations):
        if tree.used[FULL]:
            return made
        tree.states[GUESSED] = s
        walked = tree.states[GUESSED]
        dispatch.suspect(walked, manner.viewer, generator)
        depth = _descend(walked, manner, generator, tree)
        plies = manner.plies
        while plies != 0 and not walked.over:
            n = dispatch.legal(walked, tree.actions)
            nth = (
                _best_looking(walked, n, generator, tree) if manner.greedy else below(generator, n)
            )
            dispatch.apply(walked, tree.actions[nth])
            plies -= 1
        dispatch.appraise(walked, tree.shares)
        for ply in range(depth):
            edge = tree.edges[tree.path[ply]]
            edge.visits += 1
            edge.total += tree.shares[tree.seats[ply]]
    return iterations


@kernel
def _best_looking(s, n, generator, tree):
    """Which of n actions leads to what the game thinks best of; of several, one is drawn."""
    worth = tree.worth[MEAN]
    dispatch.weigh(s, tree.actions, n, tree.states[TRIED:], tree.shares, worth)
    best, ties = np.int64(0), 1
    for nth in range(1, n):
        if worth[nth] > worth[best]:
            best, ties = nth, 1
        elif worth[nth] == worth[best]:
            ties += 1
            if below(generator, ties) == 0:
                best = nth
    return best


@kernel
def _descend(s, manner, generator, tree):
    """Walk down to a node that is new, or the end of the game; how deep that is."""
    nodes, edges, used, actions = tree.nodes, tree.edges, tree.used, tree.actions
    node, depth = np.int64(ROOT), 0
    while not s.over and node != NONE and depth < MOST_DEPTH:
        nodes[node].visits += 1
        if nodes[node].visits == 1 and node != ROOT:
            break
        n = dispatch.legal(s, actions)
        edge, action = _most_promising(s, n, manner, generator, nodes, edges, actions, node)
        if edge == NONE:
            if used[EDGES] + n > len(edges):
                used[FULL] = 1
                break
            if manner.informed:
                dispatch.weigh(s, actions, n, tree.states[TRIED:], tree.shares, tree.worth[MEAN])
            _new_edges(s, n, manner.informed, tree, node)
            edge, action = _most_promising(s, n, manner, generator, nodes, edges, actions, node)
        tree.path[depth], tree.seats[depth] = edge, s.to_move
        depth += 1
        dispatch.apply(s, action)
        outcome = dispatch.outcome(s, action) * MOST_SEATS + s.to_move
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
        used[FULL] = 1
        return np.int64(NONE)
    used[NODES] += 1
    node = nodes[number]
    node.outcome = outcome
    node.other = node.first = NONE
    node.visits = 0
    return number


@kernel
def _find(nodes, edges, node, label, expected):
    """The edge of a move, or NONE; it is looked for first where it is expected."""
    if expected != NONE and edges[expected].label == label:
        return expected
    number = np.int64(nodes[node].first)
    while number != NONE and edges[number].label != label:
        number = np.int64(edges[number].next)
    return number


@kernel
def _new_edges(s, n, informed, tree, node):
    """Give a node those edges for n actions that it has not, the first action's first."""
    if informed:
        _set_priors(n, tree.worth)
    fresh = tree.nodes[node].first == NONE
    for choice in range(n - 1, -1, -1):
        action = tree.actions[choice]
        label = dispatch.label(s, action)
        if fresh or _find(tree.nodes, tree.edges, node, label, NONE) == NONE:
            number = tree.used[EDGES]
            tree.used[EDGES] += 1
            edge = tree.edges[number]
            edge.label, edge.action = label, action
            edge.opinion, edge.prior = tree.worth[MEAN, choice], tree.worth[PRIOR, choice]
            edge.total = edge.visits = 0
            edge.chances = max(0, tree.nodes[node].visits - 1) if fresh else 0
            edge.child = NONE
            edge.next = tree.nodes[node].first
            tree.nodes[node].first = number


@kernel
def _set_priors(n, worth):
    """Share out attention by how good the moves look."""
    most, total = 0.0, 0.0
    for choice in range(n):
        most = max(most, worth[MEAN, choice])
    for choice in range(n):
        worth[PRIOR, choice] = math.exp((worth[MEAN, choice] - most) / SHARPNESS)
        total += worth[PRIOR, choice]
    for choice in range(n):
        worth[PRIOR, choice] /= total


@kernel
def _most_promising(s, n, manner, generator, nodes, edges, actions, node):
    """The edge and the action to walk along; among those that promise the same, one is drawn.

    NONE if the node lacks an edge for one of the actions, since another truth may allow other
    moves. That is found out on the way, and what was done until then is undone: to look first
    would take up to a fifth of the time of a search.
    """
    luck = state_of(generator)
    best, chosen, most, ties = np.int64(NONE), np.int32(NONE), -1.0, 0
    visits = nodes[node].visits
    log_visits = math.log(visits)
    chances, root = np.int64(0), 0.0
    number = np.int64(nodes[node].first)
    for choice in range(n):
        action = actions[choice]
        number = _find(nodes, edges, node, dispatch.label(s, action), number)
        if number == NONE:
            go_back(generator, luck)
            _take_back_chances(s, choice, nodes, edges, actions, node)
            return np.int64(NONE), np.int32(NONE)
        edge = edges[number]
        edge.chances += 1
        if edge.chances != chances:  # mostly it is the same for all
            chances = np.int64(edge.chances)
            root = math.sqrt(chances)
        promise = _promise(edge, manner.informed, manner.explore, root, visits, log_visits)
        if promise > most:
            best, chosen, most, ties = number, action, promise, 1
        elif promise == most:
            ties += 1
            if below(generator, ties) == 0:
                best, chosen = number, action
        number = np.int64(edge.next)
    return best, chosen


@kernel
def _take_back_chances(s, n, nodes, edges, actions, node):
    """Of the first n actions, that they were legal."""
    number = np.int64(nodes[node].first)
    for choice in range(n):
        number = _find(nodes, edges, node, dispatch.label(s, actions[choice]), number)
        edges[number].chances -= 1
        number = np.int64(edges[number].next)


@kernel
def _promise(edge, informed, explore, root, visits, log_visits):
    """How much is to be had or learned by walking along an edge; `root` is that of its chances."""
    if informed:
        seems = (edge.total + edge.opinion) / (edge.visits + 1)
        return seems + explore * edge.prior * root / (edge.visits + 1)
    if edge.visits == 0:
        return UNTRIED
    log_chances = log_visits if edge.chances == visits else math.log(edge.chances)
    return edge.total / edge.visits + explore * math.sqrt(log_chances / edge.visits)


@kernel
def leading(nodes, edges):
    """The edge of the root that was walked most; of several, the one with the largest share."""
    best, visits, share = np.int64(NONE), np.int64(NONE), 0.0
    number = np.int64(nodes[ROOT].first)
    while number != NONE:
        edge = edges[number]
        if edge.visits >= visits:
            found = (edge.total + edge.opinion) / (edge.visits + 1)
            if edge.visits > visits or found > share:
                best, visits, share = number, np.int64(edge.visits), found
        number = np.int64(edge.next)
    return best


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
        generator: np.ndarray,
        nodes: int = MOST_NODES,
        edges: int = MOST_EDGES,
        *,
        thorough: bool = False,
    ) -> None:
        s, game = hidden.state, hidden.variant.game.rules
        self._s, self._generator = s, generator
        informed = dispatch.has_estimate(s.dtype)
        greedy = dispatch.lookahead(s.dtype) if thorough else 0
        plies = greedy or dispatch.rollout(s.dtype)
        self._manner = Manner(hidden.to_move, informed, plies, EXPLORE, greedy > 0)
        self._tree = new_tree(s.dtype, game.MOST_ACTIONS, hidden.players, nodes, edges)
        self._felled: list[list[Move]] = []
        """What was found by trees that had no room any more."""
        self._plant()

    def _plant(self) -> None:
        begin(self._s, self._manner, self._generator, self._tree)

    def run(self, budget: Budget) -> None:
        """Search until the budget is used up."""
        if budget.iterations is not None:
            left = budget.iterations
            while left > 0:
                left -= self._grow(left)
            return
        end = time.perf_counter() + (budget.milliseconds or 0) / MILLISECONDS
        while time.perf_counter() < end:
            self._grow(SLICE)

    def _grow(self, iterations: int) -> int:
        """Make so many iterations, or fewer if the tree has no room for more; how many."""
        made = int(grow(self._s, iterations, self._manner, self._generator, self._tree))
        if made < iterations:
            self._felled.append(self._moves_of_tree())
            self._plant()
        return made

    def moves(self) -> list[Move]:
        """The moves of the position and what is known of them."""
        return merged([*self._felled, self._moves_of_tree()])

    def _moves_of_tree(self) -> list[Move]:
        edges = self._tree.edges
        numbers, following = [int(self._tree.nodes["first"][ROOT])], edges["next"]
        while (number := int(following[numbers[-1]])) != NONE:
            numbers.append(number)
        found = edges[numbers]
        shares = (found["total"] + found["opinion"]) / (found["visits"] + 1)
        columns = (found["action"], found["visits"], shares)
        return list(map(Move._make, zip(*(each.tolist() for each in columns), strict=True)))

    def best(self) -> Move:
        """The move that was looked into most; of several, the one with the largest share."""
        if self._felled:
            return most_visited(self.moves())
        edge = self._tree.edges[leading(self._tree.nodes, self._tree.edges)]
        share = (float(edge.total) + float(edge.opinion)) / (int(edge.visits) + 1)
        return Move(int(edge.action), int(edge.visits), share)


def merged(found: list[list[Move]]) -> list[Move]:
    """The moves with the visits of all trees, and the mean of their shares by visits."""
    if len(found) == 1:
        return found[0]
    visits: dict[int, int] = defaultdict(int)
    totals: dict[int, float] = defaultdict(float)
    for moves in found:
        for move in moves:
            visits[move.action] += move.visits
            # Each tree begins with the game's opinion, as if that were a visit.
            totals[move.action] += move.share * (move.visits + 1)
    return [
        Move(action, many, totals[action] / (many + len(found))) for action, many in visits.items()
    ]


def most_visited(moves: list[Move]) -> Move:
    """The move that was looked into most; of several, the one with the largest share."""
    return max(moves, key=lambda move: (move.visits, move.share))
