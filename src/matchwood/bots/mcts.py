"""Monte Carlo tree search in compiled code, for any game and any number of players.

Information-set MCTS (ISMCTS, by Cowling, Powley and Whitehouse) from one player's side. Each
iteration samples a determinization: hidden information is filled in at random, in agreement with
what the player knows. It then descends a tree that all iterations share, in which positions that
the player cannot tell apart are one node. A node has an edge for each move, found by the move's
`label`, which is the same in every determinization; where chance has a part in a move, its
`outcome` says which child the edge leads to.

Some moves are legal in few determinizations only, and would seem to have been tried too rarely. So
each edge counts how often its move was available, and its visits are weighed against that number.

After the rollout every seat's share of the win is backed up, and at each node the mover prefers the
edge with the largest share for itself; so partners, whose shares are the same, play together. With
nothing hidden this is plain MCTS.

A search is informed if the game has an `estimate`. Then every edge begins with the estimate of the
position behind it, as if it had been visited once, and a prior from the same estimates (PUCT, by
Rosin). The rollout is cut off after `ROLLOUT` random moves, or after `LOOKAHEAD` moves that look
best in a thorough search, and ends in an estimate. Without an `estimate` edges are chosen by UCB1
and rollouts go to the end of the game.

Memory is bounded: MOST_NODES nodes and MOST_EDGES edges, 26 megabytes, unless said otherwise. Only
what is used is touched. A full tree is replaced by an empty one, and the results of all trees are
added up: in a tree that cannot grow, a line that looks good would never be refuted.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from matchwood.engine import dispatch
from matchwood.engine.jit import kernel
from matchwood.engine.rng import below, go_back, state_of

_NODE = [("outcome", "<i8"), ("other", "<i4"), ("first", "<i4"), ("visits", "<i4")]
NODE = np.dtype((np.record, _NODE))
"""`first`: its first edge. `other`: the next node that the same edge can lead to."""
_VALUES = [("label", "<i8"), ("total", "<f8"), ("estimate", "<f4"), ("prior", "<f4")]
_NUMBERS = [(name, "<i4") for name in ("action", "next", "child", "visits", "available")]
EDGE = np.dtype((np.record, [*_VALUES, *_NUMBERS]))
"""`total`: the mover's shares, summed over all visits. `available`: how often the move was legal
when its node was visited. `next`: the next edge of the same node."""
MOST_NODES, MOST_EDGES = 2**17, 2**19
MOST_DEPTH = 200
MOST_SEATS = 16
NONE = -1
ROOT = 0
NODES, EDGES, FULL = 0, 1, 2
"""The numbers in `used`; the last is 1 when there was no room for a node or an edge."""

SAMPLED, AFTER, SCRATCH_STATES = 0, 1, 2
"""The states in `scratch`: a determinization, and what a move makes of it."""
MEAN, ONE, ROWS = 0, 1, 2
"""The rows of `worth`: the mean over determinizations, and that of one of them."""
PRIOR = ONE
"""The row of `worth` for priors, once the means are known."""
DETERMINIZATIONS = 16
"""Number of determinizations sampled to weigh the moves of the root."""
EQUAL = 1e-9
"""Moves whose worth differs by less are equally good."""

EXPLORE = 1.0
"""Exploration constant of PUCT and UCB1; OpenSpiel's 2, as shares go from 0 to 1."""
UNTRIED = 1e9
"""Score of a move that was never tried, by UCB1."""
TEMPERATURE = 0.08
"""Softmax temperature of the prior."""


class Config(NamedTuple):
    """Settings of a search."""

    viewer: int | np.int64
    informed: bool
    rollout: int
    """Moves in a rollout; negative: to the end of the game."""
    explore: float
    greedy: bool = False
    """True if rollouts play the moves that look best, false for random ones."""


class Tree(NamedTuple):
    """A tree and scratch memory."""

    nodes: np.ndarray
    edges: np.ndarray
    used: np.ndarray
    scratch: np.ndarray
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
    """Memory for a tree of so many nodes and edges, for states of this type."""
    return Tree(
        nodes=np.empty(nodes, NODE),
        edges=np.empty(max(edges, most_actions), EDGE),
        used=np.zeros(FULL + 1, np.int64),
        scratch=np.zeros(SCRATCH_STATES, dtype),
        actions=np.empty(most_actions, np.int32),
        worth=np.zeros((ROWS, most_actions)),
        shares=np.zeros(players),
        path=np.zeros(MOST_DEPTH, np.int64),
        seats=np.zeros(MOST_DEPTH, np.int64),
    )


@kernel
def set_root(s, n, config, tree):
    """Begin a tree whose root has these n actions, with their `worth`."""
    tree.used[NODES] = tree.used[EDGES] = tree.used[FULL] = 0
    _new_node(tree.nodes, tree.used, 0)
    _new_edges(s, n, config.informed, tree, ROOT)


@kernel
def start_tree(s, config, generator, tree):
    """Begin a tree; the root's estimates are means over some determinizations.

    Those of other nodes come from the determinization that first reaches them.
    """
    if config.informed:
        n = weigh_actions(s, generator, tree.scratch, tree.actions, tree.shares, tree.worth)
    else:
        n = dispatch.legal(s, tree.actions)
    set_root(s, n, config, tree)


@kernel
def iterate(s, iterations, config, generator, tree):
    """Run iterations from a hidden state. Returns how many: fewer if the tree is full."""
    for made in range(iterations):
        if tree.used[FULL]:
            return made
        tree.scratch[SAMPLED] = s
        sample = tree.scratch[SAMPLED]
        dispatch.suspect(sample, config.viewer, generator)
        depth = _select(sample, config, generator, tree)
        plies = config.rollout
        while plies != 0 and not sample.over:
            n = dispatch.legal(sample, tree.actions)
            if config.greedy:
                nth = _greedy_choice(sample, n, generator, tree)
            else:
                nth = below(generator, n)
            dispatch.apply(sample, tree.actions[nth])
            plies -= 1
        dispatch.appraise(sample, tree.shares)
        for ply in range(depth):
            edge = tree.edges[tree.path[ply]]
            edge.visits += 1
            edge.total += tree.shares[tree.seats[ply]]
    return iterations


@kernel
def _greedy_choice(s, n, generator, tree):
    """Index of the action with the best estimate; ties are broken at random."""
    worth = tree.worth[MEAN]
    dispatch.weigh(s, tree.actions, n, tree.scratch[AFTER:], tree.shares, worth)
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
def _select(s, config, generator, tree):
    """Descend to a new node or the end of the game. Returns the depth."""
    nodes, edges, used, actions = tree.nodes, tree.edges, tree.used, tree.actions
    node, depth = np.int64(ROOT), 0
    while not s.over and node != NONE and depth < MOST_DEPTH:
        nodes[node].visits += 1
        if nodes[node].visits == 1 and node != ROOT:
            break
        n = dispatch.legal(s, actions)
        edge, action = _select_edge(s, n, config, generator, nodes, edges, actions, node)
        if edge == NONE:
            if used[EDGES] + n > len(edges):
                used[FULL] = 1
                break
            if config.informed:
                dispatch.weigh(s, actions, n, tree.scratch[AFTER:], tree.shares, tree.worth[MEAN])
            _new_edges(s, n, config.informed, tree, node)
            edge, action = _select_edge(s, n, config, generator, nodes, edges, actions, node)
        tree.path[depth], tree.seats[depth] = edge, s.to_move
        depth += 1
        dispatch.apply(s, action)
        outcome = dispatch.outcome(s, action) * MOST_SEATS + s.to_move
        node = _child(nodes, edges, used, edge, outcome)
    return depth


@kernel
def _child(nodes, edges, used, edge, outcome):
    """The child of an edge for this outcome, made if need be; NONE if there is no room."""
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
def _find_edge(nodes, edges, node, label, expected):
    """The edge of a move, or NONE. The expected one is looked at first."""
    if expected != NONE and edges[expected].label == label:
        return expected
    number = np.int64(nodes[node].first)
    while number != NONE and edges[number].label != label:
        number = np.int64(edges[number].next)
    return number


@kernel
def _new_edges(s, n, informed, tree, node):
    """Add the edges that a node lacks for n actions, in the order of the actions."""
    if informed:
        _set_priors(n, tree.worth)
    fresh = tree.nodes[node].first == NONE
    for choice in range(n - 1, -1, -1):
        action = tree.actions[choice]
        label = dispatch.label(s, action)
        if fresh or _find_edge(tree.nodes, tree.edges, node, label, NONE) == NONE:
            number = tree.used[EDGES]
            tree.used[EDGES] += 1
            edge = tree.edges[number]
            edge.label, edge.action = label, action
            edge.estimate, edge.prior = tree.worth[MEAN, choice], tree.worth[PRIOR, choice]
            edge.total = edge.visits = 0
            edge.available = max(0, tree.nodes[node].visits - 1) if fresh else 0
            edge.child = NONE
            edge.next = tree.nodes[node].first
            tree.nodes[node].first = number


@kernel
def _set_priors(n, worth):
    """Softmax of the estimates."""
    most, total = 0.0, 0.0
    for choice in range(n):
        most = max(most, worth[MEAN, choice])
    for choice in range(n):
        worth[PRIOR, choice] = math.exp((worth[MEAN, choice] - most) / TEMPERATURE)
        total += worth[PRIOR, choice]
    for choice in range(n):
        worth[PRIOR, choice] /= total


@kernel
def _select_edge(s, n, config, generator, nodes, edges, actions, node):
    """The edge and action with the best score; ties are broken at random.

    NONE if the node lacks an edge for one of the actions, since another determinization may allow
    other moves. That is found out on the way, and what was done until then is undone: to look
    first would take up to a fifth of the time of a search.
    """
    before = state_of(generator)
    best, chosen, most, ties = np.int64(NONE), np.int32(NONE), -1.0, 0
    visits = nodes[node].visits
    log_visits = math.log(visits)
    available, root = np.int64(0), 0.0
    number = np.int64(nodes[node].first)
    for choice in range(n):
        action = actions[choice]
        number = _find_edge(nodes, edges, node, dispatch.label(s, action), number)
        if number == NONE:
            go_back(generator, before)
            _take_back_available(s, choice, nodes, edges, actions, node)
            return np.int64(NONE), np.int32(NONE)
        edge = edges[number]
        edge.available += 1
        if edge.available != available:  # mostly it is the same for all
            available = np.int64(edge.available)
            root = math.sqrt(available)
        score = _score(edge, config.informed, config.explore, root, visits, log_visits)
        if score > most:
            best, chosen, most, ties = number, action, score, 1
        elif score == most:
            ties += 1
            if below(generator, ties) == 0:
                best, chosen = number, action
        number = np.int64(edge.next)
    return best, chosen


@kernel
def _take_back_available(s, n, nodes, edges, actions, node):
    """Undo the count of the first n actions."""
    number = np.int64(nodes[node].first)
    for choice in range(n):
        number = _find_edge(nodes, edges, node, dispatch.label(s, actions[choice]), number)
        edges[number].available -= 1
        number = np.int64(edges[number].next)


@kernel
def _score(edge, informed, explore, root, visits, log_visits):
    """PUCT or UCB1 score of an edge; `root` is the square root of its `available`."""
    if informed:
        mean = (edge.total + edge.estimate) / (edge.visits + 1)
        return mean + explore * edge.prior * root / (edge.visits + 1)
    if edge.visits == 0:
        return UNTRIED
    log_available = log_visits if edge.available == visits else math.log(edge.available)
    return edge.total / edge.visits + explore * math.sqrt(log_available / edge.visits)


@kernel
def most_visited_edge(nodes, edges):
    """The edge of the root with most visits; of several, the one with the largest share."""
    best, visits, share = np.int64(NONE), np.int64(NONE), 0.0
    number = np.int64(nodes[ROOT].first)
    while number != NONE:
        edge = edges[number]
        if edge.visits >= visits:
            found = (edge.total + edge.estimate) / (edge.visits + 1)
            if edge.visits > visits or found > share:
                best, visits, share = number, np.int64(edge.visits), found
        number = np.int64(edge.next)
    return best


@kernel
def weigh_actions(s, generator, scratch, actions, shares, worth):
    """Write down the legal actions and the mover's mean share after each. Returns their number.

    All actions are tried on the same determinizations, so that none is favoured by luck.
    """
    n = dispatch.legal(s, actions)
    for choice in range(n):
        worth[MEAN, choice] = 0
    for _ in range(DETERMINIZATIONS):
        scratch[SAMPLED] = s
        dispatch.suspect(scratch[SAMPLED], s.to_move, generator)
        dispatch.weigh(scratch[SAMPLED], actions, n, scratch[AFTER:], shares, worth[ONE])
        for choice in range(n):
            worth[MEAN, choice] += worth[ONE, choice] / DETERMINIZATIONS
    return n
