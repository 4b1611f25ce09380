"""Tables of scenes by keywords, one function for each: `galet.settings.Pair(friction=0.3, …)`.

They are made from the lists of settings of the program, so that names, defaults and meanings are
those of docs/scene-reference.md; settings.pyi has them for editors. Each returns a dict.
"""

from __future__ import annotations

import inspect
import json
import keyword
import re
from typing import Any

from . import _core


def camel(path: str) -> str:
    """The name of a table: OutputCheckpoint of "output.checkpoint"."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[._-]", path))


def tables() -> list[dict[str, Any]]:
    """The tables of scenes, each with its `name` here, its path and its fields."""
    found = [table for table in json.loads(_core.scene_schema()) if table["path"]]
    for table in found:
        table["name"] = camel(table["path"]) + camel(table["tag"] or "")
    # The desire "exits" has a list of that name.
    kinds = {table["name"] for table in found if table["tag"]}
    for table in found:
        if not table["tag"] and table["name"] in kinds:
            table["name"] += "Entry"
    return found


def parameter_name(key: str) -> str:
    """Of a key; `from_` of "from", which is a word of Python."""
    return f"{key}_" if keyword.iskeyword(key) else key


def describe(table: dict[str, Any]) -> str:
    """The docstring of a table."""
    where = f"`{table['path']}`" + (f" with {table['tag_key']} = \"{table['tag']}\"" if table["tag"] else "")
    lines = [f"The table {where} of a scene."]
    for field in table["fields"]:
        facts = [field["kind"], field["range"], field["unit"]]
        facts += ["required"] if field["required"] else []
        facts += [f"default {field['default']}"] if field["default"] and not field["required"] else []
        lines += ["", f"{parameter_name(field['key'])} ({', '.join(fact for fact in facts if fact)})", f"    {field['doc']}"]
    return "\n".join(lines)


def _maker(table: dict[str, Any]) -> Any:
    fields = {parameter_name(field["key"]): field for field in table["fields"]}

    def make(**keys: Any) -> dict[str, Any]:
        for key in keys:
            if key not in fields:
                raise TypeError(f"{table['name']}() has no key {key!r}; it has {', '.join(fields)}")
        missing = [key for key, field in fields.items() if field["required"] and key not in keys]
        if missing:
            raise TypeError(f"{table['name']}() needs {', '.join(missing)}")
        tag = {table["tag_key"]: table["tag"]} if table["tag"] else {}
        return {**tag, **{fields[key]["key"]: value for key, value in keys.items() if value is not None}}

    make.__name__ = make.__qualname__ = table["name"]
    make.__doc__ = describe(table)
    make.__signature__ = inspect.Signature([_parameter(field) for field in table["fields"]])  # type: ignore[attr-defined]
    return make


def _parameter(field: dict[str, Any]) -> inspect.Parameter:
    default = inspect.Parameter.empty if field["required"] else None
    return inspect.Parameter(parameter_name(field["key"]), inspect.Parameter.KEYWORD_ONLY, default=default)


__all__ = []
for _table in tables():
    globals()[_table["name"]] = _maker(_table)
    __all__.append(_table["name"])


def stubs() -> str:
    """The text of settings.pyi."""
    lines = [
        '"""Made by `python3 -m galet.settings` from the settings of the program; do not edit."""',
        "",
        "from collections.abc import Mapping, Sequence",
        "from typing import Any, Literal",
        "",
        "Table = Mapping[str, Any]",
    ]
    for table in tables():
        lines += ["", f"def {table['name']}("]
        if table["fields"]:
            lines.append("    *,")
        for field in table["fields"]:
            default = "" if field["required"] else " | None = ..."
            lines.append(f"    {parameter_name(field['key'])}: {field['type']}{default},")
        lines += [") -> dict[str, Any]:"]
        doc = describe(table).replace("\\", "\\\\").splitlines()
        lines += [f'    """{doc[0]}'] + [f"    {line}".rstrip() for line in doc[1:]] + ['    """']
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(stubs(), end="")
