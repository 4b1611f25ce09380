"""Runs driven from Python."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from . import _core
from .results import Run, open_run
from .scene import Scene, SceneWarning
from .tables import Table, structured

__all__ = ["Bodies", "Observers", "Simulation", "State", "run"]


class Bodies:
    """The bodies of a simulation, as arrays over its memory, without a copy.

    Arrays follow the simulation: after a step they show the new values. The place of a body in them
    may change (`id` tells which is where); `by_id(name)` gives a copy in the order of the ids. When
    bodies come or go, arrays taken before show the past and can no longer be written to; take new
    ones. An array keeps the memory it needs, also when the simulation is gone.
    """

    def __init__(self, simulation: Simulation):
        self._simulation = simulation

    def __len__(self) -> int:
        return self._simulation._count()

    @property
    def id(self) -> np.ndarray:
        """Ids: bodies count from 0 in the order of creation."""
        return self._simulation._column("id")

    @property
    def position(self) -> np.ndarray:
        """Centres, m."""
        return self._simulation._column("position")

    @property
    def velocity(self) -> np.ndarray:
        """m/s; may be written to. What that adds to the kinetic energy counts as external work."""
        return self._simulation._column("velocity")

    @property
    def spin(self) -> np.ndarray:
        """rad/s, one number in 2D and three in 3D; may be written to, as `velocity`."""
        return self._simulation._column("spin")

    @property
    def force(self) -> np.ndarray:
        """N; may be written to: forces that act beside those of the scene until they are set anew.

        They are part of the state, of its hash and of checkpoints. New bodies have none.
        """
        return self._simulation._column("force")

    @property
    def radius(self) -> np.ndarray:
        """m"""
        return self._simulation._column("radius")

    @property
    def mass(self) -> np.ndarray:
        """kg"""
        return self._simulation._column("mass")

    @property
    def inertia(self) -> np.ndarray:
        """kg m²"""
        return self._simulation._column("inertia")

    @property
    def material(self) -> np.ndarray:
        """Index of the material in the scene."""
        return self._simulation._column("material")

    @property
    def group(self) -> np.ndarray:
        """Index of the group; 0 for bodies without one."""
        return self._simulation._column("group")

    @property
    def orientation(self) -> np.ndarray:
        """A copy. 2D: angle, rad; 3D: unit quaternion w, x, y, z."""
        return self._simulation._orientation()

    @property
    def path(self) -> np.ndarray:
        """A copy: where bodies would be, had they not been put back into a periodic cell, m."""
        return self._simulation._path()

    def by_id(self, name: str) -> np.ndarray:
        """A copy of the array of that name, in the order of the ids."""
        return getattr(self, name)[np.argsort(self.id, kind="stable")]


class State:
    """The state that a simulation is in; `copy()` keeps it, `simulation.state = kept` goes back."""

    def __init__(self, simulation: Simulation):
        self._simulation = simulation

    @property
    def step(self) -> int:
        """Steps done."""
        return self._simulation.step_number

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return self._simulation.time

    def hash(self) -> str:
        """As `state_hash` of summary.json: equal for states whose bits are equal."""
        return self._simulation._hash()

    def copy(self) -> Any:
        """A copy to go back to, also of another simulation of the same scene."""
        return self._simulation._save()


class Observers(Mapping):
    """What the observers of the scene have measured so far: tables by name."""

    def __init__(self, simulation: Simulation):
        self._simulation = simulation

    def _tables(self) -> dict[str, tuple]:
        return {name: (k, columns) for k, (name, _, columns) in enumerate(self._simulation._tables())}

    def __getitem__(self, name: str) -> Table:
        k, columns = self._tables()[name]
        rows = self._simulation._rows(k).reshape(-1, len(columns))
        return structured([(column, unit, rows[:, j]) for j, (column, unit) in enumerate(columns)])

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables())

    def __len__(self) -> int:
        return len(self._tables())


Callback = Callable[["Simulation"], Any]


class Simulation(_core.Runner):
    """A run of a scene, step by step, with the bits of `galet run`.

    `threads`: how many compute, by default as many as the machine has; results do not depend on it.
    """

    def __init__(self, scene: Scene | Mapping[str, Any], threads: int | None = None):
        if threads is not None and not 1 <= threads <= 1024:
            raise ValueError(f"threads must be between 1 and 1024, got {threads}")
        if not isinstance(scene, Scene):
            scene = Scene(scene)
        super().__init__(scene._compiled(), threads or 0)
        self.scene = scene.copy()

    @property
    def bodies(self) -> Bodies:
        """The bodies, as arrays."""
        return Bodies(self)

    @property
    def observers(self) -> Observers:
        """What the observers of the scene have measured so far."""
        return Observers(self)

    @property
    def state(self) -> State:
        """The state now. Assign a copy of an earlier one to go back; contacts are known again after a step."""
        return State(self)

    @state.setter
    def state(self, saved: Any) -> None:
        self._restore(saved)

    @property
    def contacts(self) -> Any:
        """The contacts of the last step, in a copy: ids, gap, frame, impulse, status."""
        return self.frame().contacts

    def frame(self) -> Any:
        """Bodies and contacts of now, in a copy in the order of the ids, as in the files of a run."""
        return self._frame()

    @property
    def warnings(self) -> list[SceneWarning]:
        """What was known before the run."""
        return [SceneWarning(*warning) for warning in self._warnings()]

    def run(
        self,
        until: float | None = None,
        *,
        before: Callback | None = None,
        after: Callback | None = None,
        every: int = 1,
        progress: bool = False,
        output: str | os.PathLike | None = None,
        overwrite: bool = False,
    ) -> str | Run:
        """Goes on until a time, s (by default the scene's end), or until something ends it before.

        `before(simulation)` is called before every step, to set forces or velocities, `after` after
        every one, or after every `every` steps; it ends the run by returning True. Returns why the
        run ended: "time", "callback", or the stop condition of the scene that was met.

        With `output` the whole scene is run with the files of `galet run` (checkpoints too, but no
        pictures), and the results are returned.
        """
        if output is not None:
            if until is not None or every != 1:
                raise ValueError("with output the run is that of the scene: leave out until and every")
            self._write_run(os.fspath(output), overwrite, self._bound(before), self._bound(after))
            return open_run(output)
        last = self._steps_until(until)
        bar = Progress(self, last) if progress else None
        try:
            return self._go(last, before, after, max(1, every), bar)
        finally:
            if bar:
                bar.close()

    def _bound(self, callback: Callback | None) -> Callable[[], Any] | None:
        return None if callback is None else lambda: callback(self)

    def _steps_until(self, until: float | None) -> int:
        if until is None:
            return self.steps_of_scene
        if not math.isfinite(until):
            raise ValueError(f"until must be a time in s, got {until}")
        # The first multiple of the step that reaches it, up to rounding.
        return math.ceil(until / self.step_length - 1e-9)

    def _go(self, last: int, before: Callback | None, after: Callback | None, every: int, bar: Progress | None) -> str:
        seconds = 0.2 if bar else math.inf
        while self.step_number < last:
            if before is not None:
                before(self)
            steps = last - self.step_number
            if after is not None:
                steps = min(steps, every - self.step_number % every)
            reason = self._advance(1 if before is not None else steps, True, seconds)
            if bar:
                bar.update()
            due = self.step_number % every == 0 or self.step_number == last
            if after is not None and due and after(self) is True:
                return "callback"
            if reason:
                return reason
        return "time"


class Progress:
    """One line on the standard error: how far a run is, and how long it will take."""

    def __init__(self, simulation: Simulation, last: int):
        self._simulation = simulation
        self._first = simulation.step_number
        self._last = last
        self._start = time.monotonic()
        self._told = 0.0

    def update(self) -> None:
        now = time.monotonic()
        if now - self._told < 0.2:
            return
        self._told = now
        done = self._simulation.step_number
        left = (now - self._start) * (self._last - done) / max(1, done - self._first)
        print(
            f"\rstep {done} of {self._last}, t = {self._simulation.time:.4g} s, {left:.0f} s left ",
            end="", file=sys.stderr, flush=True,
        )  # fmt: skip

    def close(self) -> None:
        if self._told:
            print(file=sys.stderr)


def run(
    scene: Scene | Mapping[str, Any],
    output: str | os.PathLike,
    *,
    threads: int | None = None,
    overwrite: bool = False,
) -> Run:
    """Runs a scene and writes its results, as `galet run -o`; returns them."""
    return Simulation(scene, threads).run(output=output, overwrite=overwrite)  # type: ignore[return-value]
