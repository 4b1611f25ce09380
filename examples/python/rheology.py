# %% [markdown]
# # The rheology μ(I) of a shear cell
#
# The scene `gallery/shear-cell` at several speeds of the upper plate, until it has gone a number of heights of the cell: the ratio μ of
# shear stress to pressure and the solid fraction against the inertial number $I$, as means over the last two thirds, and the law
# $\mu = \mu_s + (\mu_2 - \mu_s)/(1 + I_0/I)$ [Jop2006] fitted to them.
#
# Three short runs; with `--long` ten of six heights, from $I = 10^{-3}$ to $10^{-1}$, which take some minutes.

# %%
import sys

import numpy as np

import galet

LONG = "--long" in sys.argv
SPEEDS = [0.006, 0.01, 0.02, 0.04, 0.07, 0.1, 0.2, 0.4, 0.7, 1.0] if LONG else [0.1, 0.3, 1.0]  # m/s
HEIGHTS = 6 if LONG else 2
HEIGHT = 0.055  # m, of the sheared layer


def observed(name, observer, column):
    return {"kind": "observer", "name": name, "observer": observer, "column": column, "reduce": "mean", "skip": 1 / 3}


study = galet.study.run(
    {
        "title": "Rheology of the shear cell",
        "scene": "gallery/shear-cell",
        "parameter": [
            {
                "kind": "list",
                "name": "speed",
                "unit": "m/s",
                "key": "bodies[1].velocity[0]",
                "also": ["boundary[0].motion.velocity[0]"],
                "values": SPEEDS,
            },
            # A multiple of the 0.2 s between the rows of the observers.
            {
                "kind": "formula",
                "name": "end",
                "unit": "s",
                "key": "time.end",
                "formula": f"0.2*rint({HEIGHTS * HEIGHT}/speed/0.2 + 1)",
            },
        ],
        "figure": [
            observed("inertial_number", "inertial-number", "inertial_number"),
            observed("mu", "inertial-number", "stress_ratio"),
            observed("solid_fraction", "packing", "fraction"),
        ],
        "plot": [
            {"x": "inertial_number", "y": "mu", "logarithmic_x": True},
            {"x": "inertial_number", "y": "solid_fraction"},
        ],
    },
    "results/rheology" + ("-long" if LONG else ""),
)

# %%
print("speed m/s       I     mu  solid fraction")
for speed, number, mu, fraction in zip(*(study[name] for name in ("speed", "inertial_number", "mu", "solid_fraction"))):
    print(f"{speed:9.3g}  {number:.4f}  {mu:.3f}  {fraction:.3f}")

# %% [markdown]
# For a given $I_0$ the law is linear in $\mu_s$ and $\mu_2$: the best of many $I_0$. Where the best is the last of them, the points lie on a straight line
# and tell $\mu_s$ and the slope $(\mu_2 - \mu_s)/I_0$, but not $\mu_2$ and $I_0$ by themselves; hence also the fit with $I_0 = 0.279$ [Jop2006].


# %%
def fit(number, mu, candidates):
    """Root mean square of what is left, mu_s, mu_2 and I_0."""
    best = (np.inf,)
    for i_0 in candidates:
        columns = np.column_stack([np.ones_like(number), 1 / (1 + i_0 / number)])
        (first, rise), *_ = np.linalg.lstsq(columns, mu, rcond=None)
        left = np.sqrt(np.mean((columns @ [first, rise] - mu) ** 2))
        best = min(best, (left, first, first + rise, i_0))
    return best


number, mu = study["inertial_number"], study["mu"]
for what, candidates in (("I_0 free", np.geomspace(0.01, 3, 400)), ("I_0 given", [0.279])):
    left, mu_s, mu_2, i_0 = fit(number, mu, candidates)
    print(f"{what}: mu_s = {mu_s:.3f}, mu_2 = {mu_2:.3f}, I_0 = {i_0:.3f}; root mean square deviation {left:.3f}")
slope, start = np.polyfit(number, mu, 1)
fall, densest = np.polyfit(number, study["solid_fraction"], 1)
print(f"straight lines: mu = {start:.3f} + {slope:.2f} I, solid fraction = {densest:.3f} - {-fall:.2f} I")

# %% [markdown]
# Glass beads, in three dimensions: $\mu_s = 0.38$, $\mu_2 = 0.64$, $I_0 = 0.279$ [Jop2006]. Discs with a friction of 0.4, in two:
# $\mu = 0.25 + 1.1 I$ and a solid fraction of $0.81 - 0.3 I$ [daCruz2005].

# %%
study.plots["mu-over-inertial_number"]
