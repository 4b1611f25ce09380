"""Scenes as data: a tree of dicts and lists, as in the scene file."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path
from typing import Any, NamedTuple

from . import _core
from ._toml import to_toml

__all__ = ["Scene", "SceneCheck", "SceneWarning"]


class SceneWarning(NamedTuple):
    """What is allowed but probably not meant; docs/warnings.md explains the codes."""

    code: str
    message: str


class SceneCheck(NamedTuple):
    """What `Scene.check()` finds."""

    dimension: int
    bodies: int
    boundaries: int
    steps: int
    suggested_step: float | None
    warnings: list[SceneWarning]


def plain(value: Any) -> Any:
    """Dicts, lists, texts, numbers: what mappings, tuples and arrays of numpy stand for."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value


def unchanged_places(now: Any, before: Any, places: dict[str, tuple], path: str = "") -> dict[str, tuple]:
    """The places of the keys that are what they were; a list of another length has lost its own."""
    kept: dict[str, tuple] = {}
    if path and path in places and (isinstance(now, (dict, list)) or now == before):
        kept[path] = places[path]
    if isinstance(now, dict) and isinstance(before, dict):
        for key in now.keys() & before.keys():
            kept |= unchanged_places(now[key], before[key], places, f"{path}.{key}" if path else key)
    elif isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        for k, (inner, old) in enumerate(zip(now, before)):
            if isinstance(inner, (dict, list)):
                kept |= unchanged_places(inner, old, places, f"{path}[{k}]")
    return kept


class Document(MutableMapping):
    """A TOML document as a tree, which remembers the file that it came from."""

    def __init__(self, document: Mapping[str, Any] | None = None, /, **keys: Any):
        self._tree: dict[str, Any] = {**plain(document or {}), **plain(keys)}
        self._source = ""
        self._folder = Path.cwd()
        self._text: str | bytes | None = None
        self._before: Any = None
        self._places: dict[str, tuple] = {}

    @classmethod
    def load(cls, file: str | os.PathLike):
        """Reads a file. What is wrong in it beside the syntax shows when it is checked or run."""
        path = Path(file)
        # Bytes, whatever they are: the reader says what is wrong with them.
        scene = cls.parse(path.read_bytes(), os.fspath(file))
        scene._folder = path.resolve().parent
        return scene

    @classmethod
    def parse(cls, text: str | bytes, source: str = ""):
        """Reads a text in TOML; `source` names it in messages."""
        tree, places = _core.parse(text, source)
        scene = cls(tree)
        scene._source, scene._text, scene._places = source, text, places
        scene._before = copy.deepcopy(scene._tree)
        return scene

    def __getitem__(self, key: str) -> Any:
        return self._tree[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._tree[key] = plain(value)

    def __delitem__(self, key: str) -> None:
        del self._tree[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tree)

    def __len__(self) -> int:
        return len(self._tree)

    def __repr__(self) -> str:
        return f"galet.{type(self).__name__}({self._tree!r})"

    def copy(self):
        """Another one to change."""
        return copy.deepcopy(self)

    def to_dict(self) -> dict[str, Any]:
        """The tree, as a copy."""
        return copy.deepcopy(plain(self._tree))

    def to_toml(self) -> str:
        """The tree as TOML."""
        return to_toml(plain(self._tree))

    def _read_by(self, of_text, of_document):
        """By the reader of files: of the file's own text as long as nothing was changed."""
        tree = plain(self._tree)
        if self._text is not None and tree == self._before:
            return of_text(self._text, self._source)
        return of_document(tree, unchanged_places(tree, self._before, self._places), self._source)


class Scene(Document):
    """A scene: everything that a run needs, in the words of docs/scene-reference.md.

    Made from a file (`Scene.load`), a text (`Scene.parse`), a dict, or keywords with the functions of
    `galet.settings`. It is a mapping, and its tables and lists are dicts and lists:

        scene = galet.Scene.load("box.toml")
        scene["pair"][0]["friction"] = 0.5
    """

    def check(self) -> SceneCheck:
        """Reads and builds the scene as a run would. Raises InputError with the message of `galet check`."""
        found = self._compiled().check()
        found["warnings"] = [SceneWarning(*warning) for warning in found["warnings"]]
        return SceneCheck(**found)

    def resolved(self) -> Scene:
        """The same with every setting written out."""
        scene = Scene.parse(self._compiled().to_toml())
        scene._folder = self._folder
        return scene

    def save(self, file: str | os.PathLike) -> None:
        """Writes the scene as TOML. Files that it names are found from there, too."""
        path = Path(file)
        tree = self.to_dict()
        for bodies in tree.get("bodies", []):
            for key in ("file", "folder"):
                if isinstance(bodies, dict) and isinstance(bodies.get(key), str):
                    bodies[key] = os.path.relpath(self._folder / bodies[key], path.resolve().parent)
        path.write_text(to_toml(tree), encoding="utf-8")

    def _compiled(self) -> Any:
        folder = os.fspath(self._folder)
        return self._read_by(
            lambda text, source: _core.SceneFile.from_text(text, source, folder),
            lambda tree, places, source: _core.SceneFile.from_document(tree, places, source, folder),
        )
