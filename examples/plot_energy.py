"""Plots the energies of a run: python3 plot_energy.py results/box [energy.png]"""
import sys

import h5py
import numpy as np

folder, picture = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "energy.png"
series = np.genfromtxt(f"{folder}/series.csv", delimiter=",", names=True)
with h5py.File(f"{folder}/trajectory.h5") as file:
    title = file.attrs["title"].decode()
print(f"{title}: kinetic energy {series['kinetic'][0]:.6g} J at the start, {series['kinetic'][-1]:.6g} J at the end")
try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    sys.exit("no picture: matplotlib is not installed (Debian: python3-matplotlib)")
for name in ("kinetic", "potential", "dissipated"):
    plt.plot(series["time"], series[name], label=name)
plt.xlabel("time, s")
plt.ylabel("energy, J")
plt.title(title)
plt.legend()
plt.savefig(picture)
