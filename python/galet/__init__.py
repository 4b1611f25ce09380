"""galet: rigid grains in contact, by nonsmooth methods.

    scene = galet.Scene.load("scenes/gallery/box-2d.toml")
    simulation = galet.Simulation(scene, threads=2)
    simulation.run(until=0.5)
    print(simulation.bodies.position)

docs/python.md is the manual.
"""

from . import sets, settings, study
from ._core import GAP, SLIP, STICK, Contacts, Frame, SavedState, StepReport, version as __version__
from .errors import DamagedFile, InputError, NumericalError, SystemFailure
from .problems import Solution, solve
from .results import Frames, ObservedTables, Run, open_run as open
from .scene import Scene, SceneCheck, SceneWarning
from .simulation import Bodies, Observers, Simulation, State, run
from .sweeping import SweepResult, SweepScene, sweep
from .tables import Table

__all__ = [
    "GAP",
    "SLIP",
    "STICK",
    "Bodies",
    "Contacts",
    "DamagedFile",
    "Frame",
    "Frames",
    "InputError",
    "NumericalError",
    "ObservedTables",
    "Observers",
    "Run",
    "SavedState",
    "Scene",
    "SceneCheck",
    "SceneWarning",
    "Simulation",
    "Solution",
    "State",
    "StepReport",
    "SweepResult",
    "SweepScene",
    "SystemFailure",
    "Table",
    "__version__",
    "open",
    "run",
    "sets",
    "settings",
    "solve",
    "study",
    "sweep",
]
