"""Trees of dicts and lists as TOML."""

from __future__ import annotations

import math
import re
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def to_toml(tree: dict[str, Any]) -> str:
    """The text of a document; reading it gives the same tree."""
    return "\n".join(_table_lines(tree, "")).strip("\n") + "\n"


def _table_lines(table: dict[str, Any], path: str) -> list[str]:
    def inner_path(key: str) -> str:
        return f"{path}.{_key(key)}" if path else _key(key)

    lines = [f"{_key(key)} = {_value(value)}" for key, value in table.items() if not _has_header(value)]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += ["", f"[{inner_path(key)}]", *_table_lines(value, inner_path(key))]
        elif _has_header(value):
            for element in value:
                lines += ["", f"[[{inner_path(key)}]]", *_table_lines(element, inner_path(key))]
    return lines


def _has_header(value: Any) -> bool:
    is_list_of_tables = isinstance(value, list) and value and all(isinstance(x, dict) for x in value)
    return isinstance(value, dict) or bool(is_list_of_tables)


def _key(key: str) -> str:
    return key if BARE.match(key) else _text(key)


def _text(value: str) -> str:
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(
        escapes.get(c, c if ord(c) >= 0x20 and ord(c) != 0x7F else f"\\u{ord(c):04x}") for c in value
    ) + '"'


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if math.isnan(value):
            return "nan"
        return repr(value) if math.isfinite(value) else ("inf" if value > 0 else "-inf")
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return "[" + ", ".join(_value(x) for x in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    raise TypeError(f"expected a number, a text, a list or a dict, got {type(value).__name__}")
