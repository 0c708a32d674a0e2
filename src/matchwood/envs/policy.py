"""Policies as bots: what was trained in an environment plays wherever bots play."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from matchwood.bots.registry import Choose
from matchwood.engine.view import View

Policy = Callable[[np.ndarray, np.ndarray], Any]
"""A function of an observation and a mask, as the environments give them. It returns the number of
an action, or one preference for each action; of those that are legal, the greatest is played."""


def policy_bot(policy: Any) -> Choose:
    """Make a bot of a policy: a function, an object with `predict`, or a module of PyTorch.

    A function is called with an observation and a mask, a module with one of each in a batch, or
    without the mask if it takes none. Both return the number of an action, or a preference for each
    action; of several results of a module, such as preferences and a value, the first counts.
    `predict` is that of Stable-Baselines3.

    >>> def middle(observation, mask):
    ...     return [0, 1, 2, 3, 2, 1, 0]
    >>> bot = matchwood.bot("middle")(matchwood.policy_bot(middle))
    >>> bot(matchwood.new("connect-four", seed=1).observe(0), None)
    'drop 4'
    """
    decide = _function_of(policy)

    def choose(view: View, rng: object) -> str:
        encoding = view.variant.encoding
        mask = encoding.mask(view)
        answer = np.asarray(decide(encoding.observe(view, view.to_move), mask)).squeeze()
        number = np.where(mask, answer, -np.inf).argmax() if answer.ndim else answer
        action = encoding.action(view, int(number))
        [move] = view.variant.game.text.say(view.state, [action])
        return move

    return choose


def _function_of(policy: Any) -> Policy:
    if hasattr(policy, "predict"):
        return _predicting(policy.predict)
    if any(kind.__module__.startswith("torch.nn") for kind in type(policy).__mro__):
        return _of_module(policy)
    return policy  # type: ignore[no-any-return]


def _predicting(predict: Callable[..., Any]) -> Policy:
    masked = "action_masks" in inspect.signature(predict).parameters

    def decide(observation: np.ndarray, mask: np.ndarray) -> Any:
        more = {"action_masks": mask} if masked else {}
        action, _ = predict(observation, deterministic=True, **more)
        return action

    return decide


def _of_module(module: Any) -> Policy:
    torch = import_module("torch")
    inputs = len(inspect.signature(module.forward).parameters)
    module.eval()

    def decide(observation: np.ndarray, mask: np.ndarray) -> Any:
        batches = [torch.from_numpy(each[np.newaxis]) for each in (observation, mask)]
        with torch.no_grad():
            answer = module(*batches[:inputs])
        return (answer[0] if isinstance(answer, tuple) else answer).numpy()

    return decide
