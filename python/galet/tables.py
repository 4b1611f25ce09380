"""Tables of numbers: structured arrays that know the units of their columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["Table", "structured"]


class Table(np.ndarray):
    """A structured array, one field for each column: `table["time"]`. `units` names their units."""

    units: dict[str, str]

    def __array_finalize__(self, other: Any) -> None:
        self.units = getattr(other, "units", {})

    def to_pandas(self) -> Any:
        """As a DataFrame; needs pandas."""
        import pandas

        return pandas.DataFrame({name: np.asarray(self[name]) for name in self.dtype.names or ()})


def structured(columns: Sequence[tuple[str, str, np.ndarray]]) -> Table:
    """From (name, unit, values) of each column."""
    rows = len(columns[0][2]) if columns else 0
    table = np.zeros(rows, dtype=[(name, float) for name, _, _ in columns]).view(Table)
    for name, _, values in columns:
        table[name] = values
    table.units = {name: unit for name, unit, _ in columns}
    return table
