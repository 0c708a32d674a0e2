"""Our games where researchers work: environments for Gymnasium, PettingZoo and OpenSpiel.

They hold no rules. Each needs its extra, such as `pip install "matchwood[gymnasium]"`.
"""
