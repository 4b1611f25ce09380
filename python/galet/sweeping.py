"""Sweeping processes: a point pushed by a moving set."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from . import _core
from .scene import Document

__all__ = ["SweepResult", "SweepScene", "sweep"]


class SweepScene(Document):
    """A sweeping process as data, in the words of docs/sweep-reference.md; used as a Scene."""


class SweepResult(NamedTuple):
    """The path u at the instants `time`, and what it took."""

    time: np.ndarray
    u: np.ndarray
    steps: int
    projections: int
    failed_projections: int
    events: int
    variation: float
    retraction: float | None
    distance_max: float


def sweep(process: SweepScene | Mapping[str, Any] | str | os.PathLike) -> SweepResult:
    """Integrates −u' ∈ N(u; C(t)) + f(t, u), as `galet sweep`; takes a file or a scene."""
    if isinstance(process, (str, os.PathLike)):
        process = SweepScene.load(process)
    elif not isinstance(process, SweepScene):
        process = SweepScene(process)
    return SweepResult(**process._read_by(_core.sweep_text, _core.sweep_document))
