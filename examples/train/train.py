"""A small network learns Connect Four from nothing but games against itself.

    python examples/train/train.py

It plays 512 games at a time through `matchwood.envs.gymnasium.VectorEnv` and learns by proximal
policy optimisation (PPO) with PyTorch. In turns the same network plays both sides; since what is
good for one is bad for the other, the worth of the next position counts with its sign turned
whenever the turn has passed on. It never sees a bot while it learns: it meets `easy` only to be
judged, every so often, and what came of it is written to `curve.csv`.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import Tensor, nn

from matchwood.envs.gymnasium import VectorEnv

HERE = Path(__file__).parent
NETWORK = HERE / "network.pt"
GAME = "connect-four"
GAMES, STEPS = 512, 32
"""Number of games played side by side, and of steps of each that are learnt from at once."""
EPOCHS, PARTS = 2, 4
WIDTH, RATE, CLIP, ENTROPY, TRACE = 256, 7e-4, 0.2, 0.01, 0.9
ASTRAY = 0.2
"""Share of moves that are any legal one, and not learnt from. Who only ever plays as it likes best
soon knows but a few games, and has forgotten the rest when an opponent strays from them."""
JUDGED_GAMES, JUDGED_EVERY = 200, 30
OPPONENT = "easy"
NEVER = -1e9
"""Number added to the preference for a forbidden action."""


class Network(nn.Module):
    """Network that says how much it likes each action, and what share of the win it expects."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(numbers, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.likes, self.worth = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 1)

    def forward(self, observations: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        inside = self.trunk(observations)
        likes = self.likes(inside) + (1 - mask) * NEVER
        return likes, torch.tanh(self.worth(inside)).squeeze(-1)


@dataclass
class Played:
    """Steps of all games: what was seen and allowed, what was chosen, and what came of it."""

    observations: Tensor
    mask: Tensor
    actions: Tensor
    chance: Tensor
    """The logarithm of the chance with which it was chosen."""
    worth: Tensor
    own: Tensor
    """1 where it chose itself, 0 where it was led astray."""
    better: Tensor
    """By how much it turned out better than expected."""


class Learner:
    """The network, the games that it plays, and where they stand."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.games = VectorEnv(GAME, GAMES, autoreset_mode=AutoresetMode.SAME_STEP)
        numbers = self.games.single_observation_space.shape[0]
        self.network = Network(numbers, int(self.games.single_action_space.n))
        self.optimiser = torch.optim.Adam(self.network.parameters(), RATE)
        self.observations, self.info = self.games.reset(seed=seed)

    def play(self) -> Played:
        """Play some steps of all games against itself."""
        steps: list[list[Tensor]] = []
        rewards, turned, over = np.zeros((3, STEPS, GAMES), np.float32)
        for step in range(STEPS):
            observations, mask = torch.from_numpy(self.observations), _mask(self.info)
            with torch.no_grad():
                likes, worth = self.network(observations, mask)
            choice = torch.distributions.Categorical(logits=likes)
            own = torch.rand(GAMES) > ASTRAY
            anything = torch.from_numpy(self.games.action_space.sample())
            actions = torch.where(own, choice.sample(), anything)
            steps.append(
                [observations, mask, actions, choice.log_prob(actions), worth, own.float()]
            )
            mover = self.info["to_move"]
            self.observations, rewards[step], ended, _, self.info = self.games.step(actions.numpy())
            over[step] = ended
            turned[step] = np.where(self.info["to_move"] == mover, 1, -1)
        with torch.no_grad():
            _, last = self.network(torch.from_numpy(self.observations), _mask(self.info))
        observations, mask, actions, chance, worth, own = map(torch.stack, zip(*steps, strict=True))
        onward = torch.from_numpy(turned * (1 - over))
        better = _better(torch.from_numpy(rewards), worth, last, onward)
        played = (observations, mask, actions, chance, worth, own, better)
        return Played(*(part.flatten(0, 1) for part in played))

    def learn(self, played: Played) -> None:
        """Make what turned out well more likely, but never by much at a time."""
        for _ in range(EPOCHS):
            for part in torch.randperm(len(played.actions)).chunk(PARTS):
                likes, worth = self.network(played.observations[part], played.mask[part])
                choice = torch.distributions.Categorical(logits=likes)
                ratio = (choice.log_prob(played.actions[part]) - played.chance[part]).exp()
                better = played.better[part]
                wanted = played.worth[part] + better
                better = (better - better.mean()) / (better.std() + 1e-6)
                gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better)
                loss = (worth - wanted).square().mean() - (gain * played.own[part]).mean()
                loss -= ENTROPY * choice.entropy().mean()
                self.optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimiser.step()


def _mask(info: dict[str, np.ndarray]) -> Tensor:
    return torch.from_numpy(info["action_mask"].astype(np.float32))


def _better(rewards: Tensor, worth: Tensor, last: Tensor, onward: Tensor) -> Tensor:
    """Generalised advantages. `onward` is -1 where the other side goes on, 0 at an end."""
    better, after, carried = torch.zeros_like(worth), last, torch.zeros_like(last)
    for step in reversed(range(len(worth))):
        surprise = rewards[step] + onward[step] * after - worth[step]
        carried = surprise + TRACE * onward[step] * carried
        better[step], after = carried, worth[step]
    return better


def judged(network: Network, opponent: str, games: int, seed: int) -> float:
    """The share of the win against a bot, over games from seats by lot; a draw counts half."""
    batch = VectorEnv(GAME, games, opponents=opponent)
    observations, info = batch.reset(seed=seed)
    won, playing = np.zeros(games), np.ones(games, np.bool_)
    while playing.any():
        with torch.no_grad():
            likes, _ = network(torch.from_numpy(observations), _mask(info))
        observations, rewards, ended, _, info = batch.step(likes.argmax(1).numpy())
        won += rewards * playing
        playing &= ~ended
    return float((1 + won.mean()) / 2)


def learning(learner: Learner, core_minutes: float) -> Iterator[dict[str, float]]:
    """Learn for so long; every so often, how it stands against the opponent."""
    steps, updates = 0, 0
    spent = 0.0
    while True:
        if updates % JUDGED_EVERY == 0:
            yield {
                "core_minutes": round(spent / 60, 3),
                "steps": steps,
                "share": judged(learner.network, OPPONENT, JUDGED_GAMES, seed=updates),
            }
            if spent > 60 * core_minutes:
                return
        began = time.process_time()
        learner.learn(learner.play())
        spent += time.process_time() - began
        steps, updates = steps + GAMES * STEPS, updates + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--core-minutes", type=float, default=20, help="how long to learn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE, help="folder for curve.csv")
    parser.add_argument("--save", type=Path, default=NETWORK, help="file for the network")
    asked = parser.parse_args()
    learner = Learner(asked.seed)
    with (asked.out / "curve.csv").open("w", newline="") as file:
        rows = csv.DictWriter(file, ["core_minutes", "steps", "share"], lineterminator="\n")
        rows.writeheader()
        for point in learning(learner, asked.core_minutes):
            rows.writerow(point)
            file.flush()
            print(f"{point['core_minutes']:6.2f} core minutes, {point['steps']:,} steps:", end=" ")
            print(f"{point['share']:.0%} against {OPPONENT}", flush=True)
    torch.save(learner.network.state_dict(), asked.save)


if __name__ == "__main__":
    main()
