"""Parameter studies: what `galet study` does, from Python.

    study = galet.study.run({
        "title": "Heaps", "scene": scene, "replicas": 4,
        "parameter": [{"kind": "list", "key": "pair[0].friction", "values": [0.1, 0.3, 0.5]}],
        "figure": [{"kind": "observer", "observer": "surface", "column": "angle"}],
    }, "results/heaps", jobs=2)
    friction, angle, error = study.means("angle", by="friction")

The runs are processes of the program, which is looked for beside the module and in the path; the
folder is that of `galet study`, which goes on with it as this does.
"""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._toml import to_toml
from .errors import InputError, SystemFailure
from .results import Run, open_run
from .scene import Scene, plain
from .tables import Table

__all__ = ["Means", "Picture", "Study", "StudyRuns", "open", "run"]

NUMBERED = ("run", "replica", "seed")
TEXTS = ("state", "warnings", "reason")


class Means(NamedTuple):
    """Values of a parameter, and at each of them the mean of a figure and its standard error (nan for one run)."""

    values: np.ndarray
    mean: np.ndarray
    error: np.ndarray


class Picture:
    """A file that notebooks show."""

    def __init__(self, file: Path):
        self.file = file

    def __repr__(self) -> str:
        return f"Picture({str(self.file)!r})"

    def _repr_svg_(self) -> str:
        return self.file.read_text(encoding="utf-8")


class StudyRuns(Sequence):
    """The results of the runs, in the order of the table, each opened when it is asked for."""

    def __init__(self, folder: Path, numbers: np.ndarray):
        self._folder = folder
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, place: Any) -> Run | list[Run]:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        return open_run(self._folder / "runs" / f"{self._numbers[place]:04}")


class Study:
    """What a study has given: its table, its runs."""

    def __init__(self, folder: Path):
        self.folder = folder

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, column: str) -> np.ndarray:
        """A column of the table."""
        return np.asarray(self.table[column])

    @cached_property
    def table(self) -> Table:
        """One row for each run, whatever became of it: `table["friction"]`, `table["state"]`. Figures that are not
        known are nan."""
        with (self.folder / "table.csv").open(newline="", encoding="utf-8") as file:
            head, *rows = list(csv.reader(file))
        columns = [_column(name, [row[k] for row in rows]) for k, name in enumerate(head)]
        table = np.zeros(len(rows), dtype=[(name, column.dtype) for name, column in zip(head, columns)]).view(Table)
        for name, column in zip(head, columns):
            table[name] = column
        return table

    @property
    def runs(self) -> StudyRuns:
        """Results by row of the table: `study.runs[3].series`."""
        return StudyRuns(self.folder, self["run"])

    @property
    def plots(self) -> dict[str, Picture]:
        """The plots, as notebooks show them: `study.plots["angle-over-friction"]`."""
        return {file.stem: Picture(file) for file in sorted((self.folder / "plots").glob("*.svg"))}

    @property
    def failed(self) -> list[tuple[int, str]]:
        """Numbers of the runs that have failed, with the reasons."""
        return [(int(row["run"]), str(row["reason"])) for row in self.table if row["state"] == "failed"]

    def means(self, figure: str | Sequence[float], by: str) -> Means:
        """A figure (or one number for each row) against a parameter: mean over all runs with its value."""
        numbers = self[figure] if isinstance(figure, str) else np.asarray(figure, dtype=float)
        values = np.unique(self[by])
        groups = [numbers[(self[by] == value) & np.isfinite(numbers)] for value in values]
        mean = [group.mean() if len(group) else np.nan for group in groups]
        error = [group.std(ddof=1) / np.sqrt(len(group)) if len(group) > 1 else np.nan for group in groups]
        return Means(values, np.array(mean), np.array(error))

    def to_pandas(self) -> Any:
        """The table as a DataFrame; needs pandas."""
        return self.table.to_pandas()


def _column(name: str, cells: list[str]) -> np.ndarray:
    if name in NUMBERED:
        return np.array(cells, dtype=int)
    if name not in TEXTS:
        try:
            return np.array([float(cell) if cell else np.nan for cell in cells])
        except ValueError:
            pass  # words
    return np.array(cells, dtype=str) if cells else np.array([], dtype="U1")


def _program() -> str:
    package = Path(_core.__file__).parent
    folders = [package, package.parents[1]]
    if len(package.parents) > 3:
        folders.append(package.parents[3])
    for folder in folders:
        if os.access(folder / "bin" / "galet", os.X_OK):
            return str(folder / "bin" / "galet")
    found = shutil.which("galet")
    if found is None:
        raise SystemFailure("the program galet is neither beside the module nor in the path")
    return found


def _call(arguments: Sequence[str], progress: bool) -> None:
    """Runs the program, in a group of its own: Ctrl-C reaches it once."""
    process = subprocess.Popen(
        [_program(), "study", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=None if progress else subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        _, said = process.communicate()
    except BaseException:
        process.terminate()
        process.wait()
        raise
    if process.returncode in (0, 1):
        return
    message = re.sub(r"\A(.*\n)*?galet: (error|cannot continue|damaged file): ", "", said or "").strip()
    message = message or f"galet study ended with exit code {process.returncode}"
    if process.returncode == 130:
        raise KeyboardInterrupt
    raise InputError(message, message=message) if process.returncode == 2 else SystemFailure(message)


def run(
    study: str | os.PathLike | Mapping[str, Any],
    output: str | os.PathLike,
    *,
    jobs: int | None = None,
    threads: int = 1,
    retry: bool = False,
    progress: bool = False,
) -> Study:
    """Runs what is missing of a study, and gathers: `galet study FILE -o OUTPUT`.

    `study` is a study file, or its content as a mapping, in which `scene` may also be a Scene or a
    mapping. `jobs` runs go at a time, each with so many `threads`; `retry` begins runs again that
    have failed; `progress` lets the program show how far it is. Runs that fail raise nothing: they are in `failed`.
    """
    options = ["-o", os.fspath(output), "--threads", str(threads)]
    options += ["--jobs", str(jobs)] if jobs is not None else []
    options += ["--retry"] if retry else []
    options += [] if progress else ["--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        file = os.fspath(study) if isinstance(study, (str, os.PathLike)) else _written(study, Path(folder))
        _call([file, *options], progress)
    return Study(Path(output))


def _written(study: Mapping[str, Any], folder: Path) -> str:
    tree = dict(study)
    scene = tree.get("scene")
    if isinstance(scene, Mapping):
        # Names of files stay what they are.
        (scene if isinstance(scene, Scene) else Scene(scene)).save(folder / "scene.toml")
        tree["scene"] = "scene.toml"
    elif isinstance(scene, (str, os.PathLike)) and Path(scene).exists():
        tree["scene"] = str(Path(scene).resolve())
    file = folder / "study.toml"
    file.write_text(to_toml(plain(tree)), encoding="utf-8")
    return str(file)


def open(folder: str | os.PathLike) -> Study:
    """The study in a folder, with what its runs have given up to now: `galet study FOLDER --collect`."""
    _call([os.fspath(folder), "--collect", "--quiet"], progress=False)
    return Study(Path(folder))
