#!/usr/bin/env python3
"""exponax solving the benchmarks E1, E3 and E6 (Re 1000), for one purpose: seconds next to `tfsno perf --solver E1,E3,E6`.

    [EXPONAX=checkout] python3 bench/peers/solver_exponax.py [E1 E3 E6] [--device cuda] [--trajectories 1000] [--json FILE]

Needs JAX, equinox, jaxtyping and exponax (github.com/Ceyron/exponax), installed or as a checkout that EXPONAX names.
Compared is the same work: the grid, the time step and the snapshots of the fast profile, ETDRK4 with the 2/3 rule in float64, from
random waves as long and as high as the benchmarks'. exponax works on one grid, the solver's, and hands out snapshots on it;
tfsno hands them out on the smaller grid of the set. All trajectories are one vmap, snapshots and steps are lax.scan, states
stay in Fourier space between snapshots, and everything is one jitted function whose result, all snapshots, stays on the device.
Its stepper with all coefficients is built before the clock starts; in tfsno the coefficients count.
Forms: Burgers and Kuramoto-Sivashinsky conservative with one channel, u_t = -(u^2/2)_x + ...; vorticity with the
scale -1 for the convection, because exponax's stream function has the other sign. On 128 points its 2/3 rule keeps waves up
to 41, ours up to 42. Lines: equation, trajectories, seconds (median of 5 after a first call) and ms_per_snapshot.
"""
import argparse
import importlib.metadata
import importlib.util
import json
import math
import os
import statistics
import sys
import time
from typing import NamedTuple
from unittest import mock


class Benchmark(NamedTuple):
    dim: int
    length: float
    points: int  # of the solver's grid
    interval: float
    substeps: int
    snapshots: int  # the initial state included
    waves: int  # of the initial states
    decay: float
    rms: tuple


BENCHMARKS = {
    "E1": Benchmark(1, 1.0, 384, 0.01, 4, 101, 8, 0.5, (0.3, 0.6)),
    "E3": Benchmark(1, 64.0, 384, 0.5, 25, 101, 4, 0.0, (0.2, 0.5)),
    "E6": Benchmark(2, 2 * math.pi, 128, 1.0, 10, 51, 6, 0.0, (0.18, 0.26)),
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("equations", nargs="*", metavar="E", help=f"of {' '.join(BENCHMARKS)}; default: all")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--trajectories", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", metavar="FILE", help="also append the lines to this file")
    given = parser.parse_args()
    unknown = [e for e in given.equations if e not in BENCHMARKS]
    if unknown or given.trajectories < 1 or given.repeats < 1:
        parser.error(f"expected equations of {', '.join(BENCHMARKS)} and positive counts, found {unknown or given}")
    return given


given = arguments()
os.environ["JAX_PLATFORMS"] = given.device
try:
    import jax
    import jax.numpy as jnp
    import numpy as np
except ImportError as error:
    sys.exit(f"solver_exponax.py: JAX is not installed here ({error})")
jax.config.update("jax_enable_x64", True)


def load():
    """exponax; of a checkout that is not installed also without a version, and without matplotlib, which only plots need."""
    checkout = os.environ.get("EXPONAX")
    if checkout:
        sys.path.insert(0, checkout)
    if importlib.util.find_spec("matplotlib") is None:
        plots = ("matplotlib", "matplotlib.pyplot", "matplotlib.animation", "matplotlib.colors")
        sys.modules.update({name: mock.MagicMock() for name in plots})
    known = importlib.metadata.version

    def version(name):
        try:
            return known(name)
        except importlib.metadata.PackageNotFoundError:
            return "checkout"

    try:
        with mock.patch("importlib.metadata.version", version):
            import exponax
    except ImportError as error:
        sys.exit(f"solver_exponax.py: exponax cannot be loaded ({error}). Install it, or set EXPONAX to a checkout.")
    return exponax


def stepper(exponax, name):
    b = BENCHMARKS[name]
    common = (b.dim, b.length, b.points, b.interval / b.substeps)
    if name == "E1":
        return exponax.stepper.Burgers(
            *common, diffusivity=0.01 / math.pi, single_channel=True, conservative=True, order=4
        )
    if name == "E3":
        return exponax.stepper.KuramotoSivashinskyConservative(
            *common, single_channel=True, conservative=True, order=4
        )
    return exponax.stepper.NavierStokesVorticity(*common, diffusivity=1e-3, vorticity_convection_scale=-1.0, order=4)


def initial(b, count):
    """Random waves up to a length, the amplitudes falling as |k|^-decay, each state with an rms of its own."""
    rng = np.random.default_rng(0)
    axes = tuple(range(2, 2 + b.dim))
    spectrum = np.fft.rfftn(rng.standard_normal((count, 1) + (b.points,) * b.dim), axes=axes)
    k = [np.fft.fftfreq(b.points, 1 / b.points)] * (b.dim - 1) + [np.fft.rfftfreq(b.points, 1 / b.points)]
    length = np.sqrt(sum(m**2 for m in np.meshgrid(*k, indexing="ij")))
    band = (length > 0) & (length <= b.waves)
    spectrum *= np.where(band, np.maximum(length, 1) ** -b.decay, 0)
    u = np.fft.irfftn(spectrum, s=(b.points,) * b.dim, axes=axes)
    rms = np.sqrt(np.mean(u**2, axis=axes, keepdims=True))
    return jnp.asarray(u / rms * rng.uniform(*b.rms, rms.shape))


def solver(exponax, name):
    """All snapshots [snapshot, trajectory, channel, x(, y)] of states [trajectory, channel, x(, y)]."""
    b, one = BENCHMARKS[name], stepper(exponax, name)
    steps = exponax.repeat(one.step_fourier, b.substeps)

    def snapshot(v, _):
        v = steps(v)
        return v, exponax.ifft(v, num_spatial_dims=b.dim, num_points=b.points)

    def trajectory(u):
        return jax.lax.scan(snapshot, exponax.fft(u, num_spatial_dims=b.dim), None, length=b.snapshots - 1)[1]

    return jax.jit(jax.vmap(trajectory, out_axes=1))


def seconds(solve, u):
    """A first call, which compiles, then one number for each repeat."""
    last = solve(u)[-1]
    assert bool(jnp.isfinite(last).all()), "a state is not finite"
    times = []
    for _ in range(given.repeats):
        begin = time.perf_counter()
        jax.block_until_ready(solve(u))
        times.append(time.perf_counter() - begin)
    return times


def main():
    exponax = load()
    device = jax.devices()[0]
    for name in given.equations or BENCHMARKS:
        b = BENCHMARKS[name]
        for count in dict.fromkeys([given.trajectories, 1]):
            times = seconds(solver(exponax, name), initial(b, count))
            row = {"framework": "exponax", "version": exponax.__version__, "jax": jax.__version__}
            row |= {"device": device.device_kind, "what": "solver", "equation": name, "trajectories": count}
            row |= {"points": b.points, "substeps": b.substeps, "snapshots": b.snapshots}
            median = statistics.median(times)
            row |= {"seconds": round(median, 6), "low_seconds": round(min(times), 6)}
            row |= {"high_seconds": round(max(times), 6)}
            row |= {"ms_per_snapshot": round(median * 1e3 / (b.snapshots - 1), 6)}
            line = json.dumps(row)
            print(line, flush=True)
            if given.json:
                with open(given.json, "a") as file:
                    file.write(line + "\n")


if __name__ == "__main__":
    main()
