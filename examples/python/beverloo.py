# %% [markdown]
# # Beverloo's law from five outlets
#
# Discs run out of a silo with a flat bottom, through outlets of five widths $D$. The flow does not depend on the height of the filling: in
# two dimensions it is $W = C \rho \sqrt{g} (D - k d)^{3/2}$ [Beverloo1961], so that $W^{2/3}$ is a straight line in $D$ that begins at $k d$.
#
# One run for each outlet; `--long` takes a silo that is twice as wide and higher, with five seeds, which takes minutes.

# %%
import sys

import numpy as np

import galet

LONG = "--long" in sys.argv
DIAMETER = 0.005  # m, mean
DENSITY = 2500.0
HALF_WIDTH = 0.12 if LONG else 0.06  # m
HEIGHT = 0.4 if LONG else 0.15
SCENE = galet.Scene(
    title="Silo with a flat bottom",
    dimension=2,
    gravity=[0, -9.81],
    material=[{"name": "grain", "density": DENSITY}],
    pair=[{"materials": ["grain", "grain"], "friction": 0.5}],
    bodies=[
        {
            "kind": "dense-fill",
            "region": {"low": [-HALF_WIDTH, 0], "high": [HALF_WIDTH, HEIGHT]},
            "fraction": 0.8,
            "radius": {"min": 0.0022, "max": 0.0028},
        }
    ],
    boundary=[
        {"kind": "segment", "name": "left wall", "start": [-HALF_WIDTH, 2 * HEIGHT], "end": [-HALF_WIDTH, 0]},
        {"kind": "segment", "name": "right wall", "start": [HALF_WIDTH, 0], "end": [HALF_WIDTH, 2 * HEIGHT]},
        {"kind": "segment", "name": "left floor", "start": [-HALF_WIDTH, 0], "end": [-0.01, 0]},
        {"kind": "segment", "name": "right floor", "start": [0.01, 0], "end": [HALF_WIDTH, 0]},
        {"kind": "plane", "name": "ground", "point": [0, -0.1], "normal": [0, 1]},
    ],
    remove=[{"region": {"low": [-1, -0.03], "high": [1, 2]}}],
    time={"step": 5e-4, "end": 1.0 if LONG else 0.4},
    solver={"tolerance": 1e-3},
    output={"every": 0.05, "contacts": False},
    observe=[{"kind": "flow", "point": [0, 0], "normal": [0, -1], "every": 0.01}],
)

# %%
study = galet.study.run(
    {
        "title": "Beverloo's law",
        "scene": SCENE,
        "replicas": 5 if LONG else 1,
        "parameter": [
            {"kind": "range", "name": "outlet", "unit": "m", "from": 0.025, "to": 0.045, "count": 5},
            {"kind": "formula", "name": "left", "key": "boundary[2].end[0]", "formula": "-outlet/2"},
            {"kind": "formula", "name": "right", "key": "boundary[3].start[0]", "formula": "outlet/2"},
        ],
        # After the start, which is another flow.
        "figure": [
            {
                "kind": "observer",
                "name": "flow",
                "observer": "flow",
                "column": "mass",
                "reduce": "slope",
                "after": 0.2 if LONG else 0.1,
            }
        ],
    },
    "results/beverloo" + ("-long" if LONG else ""),
)

# %%
outlet, flow, error = study.means("flow", by="outlet")
slope, offset = np.polyfit(outlet, flow ** (2 / 3), 1)
start = -offset / slope
constant = slope**1.5 / (DENSITY * np.sqrt(9.81))
print("outlet/d  flow kg/(m s)  error  Beverloo's law")
for d, w, e in zip(outlet, flow, error):
    print(f"{d / DIAMETER:8.1f} {w:14.2f} {e:6.2f} {DENSITY * constant * np.sqrt(9.81) * max(0.0, d - start) ** 1.5:15.2f}")
print(f"C = {constant:.2f}, k = {start / DIAMETER:.2f}")

# %%
study.plots["flow-over-outlet"]
