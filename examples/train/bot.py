"""The network that `train.py` has saved, as a bot.

    matchwood arena connect-four --bots random,easy,examples/train/bot.py

It is read from `network.pt` beside this file, or from where the variable NETWORK says.
"""

from __future__ import annotations

import os

import torch
from train import GAME, NETWORK, Network

import matchwood

encoding = matchwood.load(GAME).encoding
network = Network(encoding.size, encoding.actions)
network.load_state_dict(torch.load(os.environ.get("NETWORK", NETWORK), weights_only=True))
trained = matchwood.bot("trained")(matchwood.policy_bot(network))
