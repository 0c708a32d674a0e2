"""Positions and views as bytes: a digest, and a header with records, compressed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import numpy as np

from matchwood.engine.errors import BadDocument, OtherRules
from matchwood.engine.game import Variant, find_game
from matchwood.engine.options import recall_options, written

DIGEST_BYTES = 8
"""Length of the digest with which bytes of positions begin: rubbish never reaches the kernels."""


def packed(kind: str, variant: Variant, header: Mapping[str, object], records: bytes) -> bytes:
    """The bytes of records of a variant, after a header that names their class and rules."""
    whole = {
        "class": kind,
        "game": variant.game.name,
        "version": variant.version,
        "layout": _layout(variant.game.rules.STATE),
        "options": {name: written(value) for name, value in variant.options.items()},
        **header,
    }
    content = zlib.compress(json.dumps(whole).encode() + b"\n" + records, level=1)
    return _digest(content) + content


def unpacked(kind: str, data: bytes) -> tuple[Variant, dict[str, Any], np.ndarray]:
    """The variant, the header and the records in the bytes of an object of this class."""
    digest, content = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
    if _digest(content) != digest:
        raise BadDocument("These bytes are no position.")
    text, _, records = zlib.decompress(content).partition(b"\n")
    header = json.loads(text)
    if header["class"] != kind:
        raise BadDocument("These bytes are a {kind}.", kind=header["class"].lower())
    game = find_game(header["game"])
    variant = game.variant(recall_options(game.options, header["options"]))
    if header["version"] != variant.version or header["layout"] != _layout(game.rules.STATE):
        raise OtherRules(
            "This position was written by version {theirs} of the rules of {game}; this is "
            "version {ours}, or its fields are others.",
            theirs=header["version"],
            game=game.title,
            ours=variant.version,
        )
    return variant, header, np.frombuffer(bytearray(records), game.rules.STATE)


def _layout(state: np.dtype[Any]) -> int:
    """A number that tells records of other fields apart."""
    return zlib.crc32(repr(state.descr).encode())


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=DIGEST_BYTES).digest()
