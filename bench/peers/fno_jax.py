#!/usr/bin/env python3
"""A plain FNO in JAX, for one purpose: milliseconds of a train step beside `tfsno perf`.

    python3 bench/peers/fno_jax.py [--device cuda] [--cases 1d-20,2d-20] [--variants first,last] [--json FILE]

Real FFT, einsum over modes, exact GELU, AdamW with clipped gradients, MSE; float32 at JAX's default precision of products. The
whole step is one jitted function whose state is donated. The variants are the two layouts a user may choose: channels
first [b, c, x] or last [b, x, c]; which one is faster depends on the device.
"""
import os

import fno_cases as fno

given = fno.arguments(__doc__.splitlines()[0], ["first", "last"])
os.environ["JAX_PLATFORMS"] = given.device
try:
    import jax
    import jax.numpy as jnp
except ImportError as error:
    fno.missing("JAX", error)


def initial(case, key):
    keys = iter(jax.random.split(key, 4 + 3 * fno.LAYERS))

    def linear(a, b):
        bound = a**-0.5
        weight = jax.random.uniform(next(keys), (a, b), minval=-bound, maxval=bound)
        return {"weight": weight, "bias": jnp.zeros((b,))}

    kept = (case.modes,) if case.dim == 1 else (2 * case.modes, case.modes)
    layers = []
    for _ in range(fno.LAYERS):
        phi = jax.random.uniform(next(keys), (*kept, case.width, case.width, 2)) / case.width**2
        layers.append({"phi": phi, "local": linear(case.width, case.width)})
    out = [linear(case.width, fno.HIDDEN), linear(fno.HIDDEN, 1)]
    return {"lift": linear(1, case.width), "layers": layers, "out": out}


def network(case, layout):
    """The model as a function of parameters and fields [b, 1, x(, y)] or [b, x(, y), 1]."""
    m, n = case.modes, case.points
    space = "x" if case.dim == 1 else "xy"
    i, o = (f"bi{space}", f"bo{space}") if layout == "first" else (f"b{space}i", f"b{space}o")
    axes = tuple(range(2, 2 + case.dim)) if layout == "first" else tuple(range(1, 1 + case.dim))

    def linear(p, z):
        bias = p["bias"].reshape(-1, *(1,) * case.dim) if layout == "first" else p["bias"]
        return jnp.einsum(f"{i},io->{o}", z, p["weight"]) + bias

    def cut(z, axis, start, stop):
        return jax.lax.slice_in_dim(z, start, stop, axis=axis)

    def spectral(p, z):
        phi = jax.lax.complex(p[..., 0], p[..., 1])
        if case.dim == 1:
            kept = cut(jnp.fft.rfft(z, axis=axes[0], norm="forward"), axes[0], 0, m)
            y = jnp.einsum(f"{i},{space}io->{o}", kept, phi)
            return jnp.fft.irfft(y, n=n, axis=axes[0], norm="forward")
        spectrum = cut(jnp.fft.rfft2(z, axes=axes, norm="forward"), axes[1], 0, m)
        kept = jnp.concatenate([cut(spectrum, axes[0], 0, m), cut(spectrum, axes[0], n - m, n)], axes[0])
        y = jnp.einsum(f"{i},{space}io->{o}", kept, phi)
        gap = [n - 2 * m if a == axes[0] else s for a, s in enumerate(y.shape)]
        rows = [cut(y, axes[0], 0, m), jnp.zeros(gap, y.dtype), cut(y, axes[0], m, 2 * m)]
        return jnp.fft.irfft2(jnp.concatenate(rows, axes[0]), s=(n, n), axes=axes, norm="forward")

    def apply(p, u):
        v = linear(p["lift"], u)
        for number, layer in enumerate(p["layers"]):
            v = spectral(layer["phi"], v) + linear(layer["local"], v)
            v = jax.nn.gelu(v, approximate=False) if number < fno.LAYERS - 1 else v
        return linear(p["out"][1], jax.nn.gelu(linear(p["out"][0], v), approximate=False))

    return apply


def trainer(case, layout):
    """The number of parameters, and a function that does n steps and waits for them."""
    apply = network(case, layout)
    start, *fields = jax.random.split(jax.random.key(0), 3)
    grid = (case.points,) * case.dim
    u, target = (jax.random.normal(k, (case.batch, 1, *grid) if layout == "first" else (case.batch, *grid, 1)) for k in fields)
    weights = initial(case, start)
    zeros = lambda: jax.tree.map(jnp.zeros_like, weights)
    size = sum(w.size for w in jax.tree.leaves(weights))
    b1, b2 = fno.BETAS

    def step(state, u, target):
        p, first, second, t = state
        gradient = jax.grad(lambda p: jnp.mean((apply(p, u) - target) ** 2))(p)
        norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(gradient)))
        gradient = jax.tree.map(lambda g: g * jnp.minimum(1.0, fno.CLIP / (norm + 1e-6)), gradient)
        t = t + 1
        first = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, first, gradient)
        second = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, second, gradient)
        c1, c2 = 1 - b1**t, 1 - b2**t

        def update(w, m, v):
            return w * (1 - fno.RATE * fno.DECAY) - fno.RATE * (m / c1) / (jnp.sqrt(v / c2) + fno.EPSILON)

        return jax.tree.map(update, p, first, second), first, second, t

    fast = jax.jit(step, donate_argnums=0)
    state = (weights, zeros(), zeros(), jnp.float32(0))

    def steps(n):
        nonlocal state
        for _ in range(n):
            state = fast(state, u, target)
        jax.block_until_ready(state)

    return size, steps


def main():
    try:
        device = jax.devices()[0]
    except RuntimeError as error:
        fno.missing(f"JAX for {given.device}", str(error).splitlines()[0])
    cores = len(os.sched_getaffinity(0))
    name = device.device_kind if given.device == "cuda" else f"cpu, {cores} threads"
    for case in given.cases:
        for layout in given.variants:
            facts = given, "jax", jax.__version__, f"jit, channels {layout}", name, case, fno.parameters(case)
            try:
                size, steps = trainer(case, layout)
                assert size == fno.parameters(case), f"{size} parameters"
                fno.report(*facts, times=fno.milliseconds(steps, given))
            except Exception as error:
                fno.report(*facts, error=error)


if __name__ == "__main__":
    main()
