"""Results of runs, read when they are asked for and checked when they are read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import _core
from .errors import InputError
from .scene import Scene
from .tables import Table, structured

__all__ = ["Frames", "ObservedTables", "Run", "open_run"]


class Frames(Sequence):
    """The frames of a trajectory, each read when it is asked for: `frames[-1].position`."""

    def __init__(self, trajectory: Any):
        self._trajectory = trajectory

    @property
    def times(self) -> np.ndarray:
        """Of all frames, s."""
        return self._trajectory.times

    @property
    def steps(self) -> np.ndarray:
        """Of all frames."""
        return self._trajectory.steps

    def __len__(self) -> int:
        return len(self._trajectory)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self._trajectory.read(k) for k in range(*number.indices(len(self)))]
        return self._trajectory.read(number + len(self) if number < 0 else number)


class ObservedTables(Mapping):
    """The tables of a run's observers by name, each read when it is asked for."""

    def __init__(self, folder: Path):
        self._folder = folder

    def _names(self) -> list[str]:
        file = self._folder / "observe" / "observers.json"
        return list(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else []

    def __getitem__(self, name: str) -> Table:
        if name not in self._names():
            raise KeyError(name)
        return structured(_core.read_observed(os.fspath(self._folder), name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())


class Run:
    """The results of a run, which may have ended or not."""

    def __init__(self, folder: str | os.PathLike):
        self.folder = Path(folder)
        if not (self.folder / "manifest.json").exists():
            raise InputError(f"{folder}: contains no run (no manifest.json)", file=os.fspath(folder))

    def __repr__(self) -> str:
        return f"galet.open({os.fspath(self.folder)!r})"

    @property
    def summary(self) -> dict[str, Any]:
        """summary.json; there is one when the run has ended or was interrupted."""
        file = self.folder / "summary.json"
        _core.check_summary(os.fspath(file))
        return json.loads(file.read_text(encoding="utf-8"))

    @property
    def scene(self) -> Scene:
        """The scene of the run."""
        return Scene.load(self.folder / "scene.toml")

    @property
    def series(self) -> Table:
        """series.csv: one row for each output."""
        return structured(_core.read_series(os.fspath(self.folder)))

    @cached_property
    def frames(self) -> Frames:
        """The frames of the trajectory, as of the first time that they are asked for."""
        return Frames(_core.Trajectory(os.fspath(self.folder)))

    def contacts(self, number: int) -> Any:
        """The contacts of a frame; None when the run did not store them."""
        return self.frames[number].contacts

    @property
    def observers(self) -> ObservedTables:
        """What the observers of the scene measured."""
        return ObservedTables(self.folder)

    def verify(self) -> bool:
        """Raises DamagedFile when a file is not as it was written; tells whether the run has ended."""
        return _core.verify(os.fspath(self.folder))

    def plot(self) -> Any:
        """Energies, contacts, overlap and the solver over time; returns the figure. Needs matplotlib."""
        from matplotlib import pyplot

        series = self.series
        groups = {
            "energy": ["kinetic", "potential", "dissipated", "work_external", "work_boundaries"],
            "contacts": ["contacts", "contacts_active"],
            "largest overlap over radius": ["penetration_relative"],
            "relative residual": ["residual_relative"],
        }
        figure, axes = pyplot.subplots(2, 2, figsize=(10, 7), sharex=True, layout="constrained")
        for axis, (title, columns) in zip(axes.flat, groups.items()):
            for column in columns:
                axis.plot(series["time"], series[column], label=column)
            unit = series.units[columns[0]]
            axis.set_ylabel(f"{title}, {unit}" if unit else title)
            if title == "relative residual" and (series["residual_relative"] > 0).any():
                axis.set_yscale("log")
            if len(columns) > 1:
                axis.legend()
        for axis in axes[-1]:
            axis.set_xlabel("time, s")
        return figure


def open_run(folder: str | os.PathLike) -> Run:
    """Opens the results of a run."""
    return Run(folder)
