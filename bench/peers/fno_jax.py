#!/usr/bin/env python3
"""An FNO in JAX, for one purpose: milliseconds of a train step and of a prediction next to `tfsno perf`.

    python3 bench/peers/fno_jax.py [--device cuda] [--cases 1d-20,2d-20] [--variants first,last,products] [--json FILE]

Exact GELU, AdamW with clipped gradients, MSE; float32. The state of a training is donated.
first, last: real FFT and einsum over modes, in the two layouts a user may choose, channels first [b, c, x] or last [b, x, c]; a
train step and a prediction are one jitted function each, at JAX's default precision of products.
products: transforms and mixing as real matrix products (fno_jax_products.py), 50 train steps or predictions in one lax.scan
(5 on a CPU), so that the host is not waited for; products in TF32 on a GPU.
With one case and one variant a row has the peak memory of the process after training (peak_mib, which includes what XLA tried
while compiling) and what the compiled step plans to hold (planned_mib).
"""
import os

import fno_cases as fno

given = fno.arguments(__doc__.splitlines()[0], ["first", "last", "products"])
os.environ["JAX_PLATFORMS"] = given.device
try:
    import jax
    import jax.numpy as jnp
except ImportError as error:
    fno.missing("JAX", error)
import fno_jax_products as products

LABELS = {"first": "jit, channels first", "last": "jit, channels last", "products": "scan, products"}


def initial(case, variant, key):
    keys = iter(jax.random.split(key, 4 + 3 * fno.LAYERS))

    def linear(a, b):
        bound = a**-0.5
        weight = jax.random.uniform(next(keys), (a, b), minval=-bound, maxval=bound)
        return {"weight": weight, "bias": jnp.zeros((b,))}

    pair = (2, case.width, case.width) if variant == "products" else (case.width, case.width, 2)
    layers = []
    for _ in range(fno.LAYERS):
        phi = jax.random.uniform(next(keys), (*case.kept, *pair)) / case.width**2
        layers.append({"phi": phi, "local": linear(case.width, case.width)})
    out = [linear(case.width, fno.HIDDEN), linear(fno.HIDDEN, 1)]
    return {"lift": linear(1, case.width), "layers": layers, "out": out}


def network(case, layout):
    """The model as a function of parameters and fields [b, 1, x(, y, z)] or [b, x(, y, z), 1]."""
    m = case.modes
    space = "xyz"[: case.dim]
    i, o = (f"bi{space}", f"bo{space}") if layout == "first" else (f"b{space}i", f"b{space}o")
    axes = tuple(range(2, 2 + case.dim)) if layout == "first" else tuple(range(1, 1 + case.dim))

    def linear(p, z):
        bias = p["bias"].reshape(-1, *(1,) * case.dim) if layout == "first" else p["bias"]
        return jnp.einsum(f"{i},io->{o}", z, p["weight"]) + bias

    def cut(z, axis, start, stop):
        return jax.lax.slice_in_dim(z, start, stop, axis=axis)

    def low(z, axis, n):
        return jnp.concatenate([cut(z, axis, 0, m), cut(z, axis, n - m, n)], axis)

    def spread(z, axis, n):
        gap = [n - 2 * m if a == axis else s for a, s in enumerate(z.shape)]
        return jnp.concatenate([cut(z, axis, 0, m), jnp.zeros(gap, z.dtype), cut(z, axis, m, 2 * m)], axis)

    def spectral(p, z):
        y = cut(jnp.fft.rfftn(z, axes=axes, norm="forward"), axes[-1], 0, m)
        for axis, n in zip(axes[:-1], case.points):
            y = low(y, axis, n)
        y = jnp.einsum(f"{i},{space}io->{o}", y, jax.lax.complex(p[..., 0], p[..., 1]))
        for axis, n in zip(axes[:-1], case.points):
            y = spread(y, axis, n)
        return jnp.fft.irfftn(y, s=case.points, axes=axes, norm="forward")

    def apply(p, u):
        v = linear(p["lift"], u)
        for number, layer in enumerate(p["layers"]):
            v = spectral(layer["phi"], v) + linear(layer["local"], v)
            v = jax.nn.gelu(v, approximate=False) if number < fno.LAYERS - 1 else v
        return linear(p["out"][1], jax.nn.gelu(linear(p["out"][0], v), approximate=False))

    return apply


def made(case, variant):
    """The model, its first weights, and two random batches of fields."""
    apply = products.network(case) if variant == "products" else network(case, variant)
    start, *fields = jax.random.split(jax.random.key(0), 3)
    shape = (case.batch, 1, *case.points) if variant == "first" else (case.batch, *case.points, 1)
    weights = initial(case, variant, start)
    size = sum(w.size for w in jax.tree.leaves(weights))
    assert size == fno.parameters(case), f"{size} parameters"
    return apply, weights, *(jax.random.normal(k, shape) for k in fields)


def repeated(function, carry, count):
    return jax.lax.scan(lambda c, _: (function(c), None), carry, None, length=count)[0]


def trainer(case, variant):
    """A function that does n calls and waits for them, the steps of a call, and the bytes a step plans to hold."""
    apply, weights, u, target = made(case, variant)
    zeros = lambda: jax.tree.map(jnp.zeros_like, weights)
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

    count = given.steps if variant == "products" else 1
    several = lambda state, u, target: repeated(lambda s: step(s, u, target), state, count)
    fast = jax.jit(step if count == 1 else several, donate_argnums=0)
    state = (weights, zeros(), zeros(), jnp.float32(0))

    def calls(n):
        nonlocal state
        for _ in range(n):
            state = fast(state, u, target)
        jax.block_until_ready(state)

    def planned():
        plan = fast.lower(state, u, target).compile().memory_analysis()
        return plan and (
            plan.argument_size_in_bytes
            + plan.output_size_in_bytes
            - plan.alias_size_in_bytes
            + plan.temp_size_in_bytes
        )

    return calls, count, planned


def predictor(case, variant):
    """A function that does n rollouts of one field and waits for them."""
    apply, weights, u, _ = made(case._replace(batch=1), variant)
    if variant == "products":
        rollout = jax.jit(lambda p, u: repeated(lambda v: apply(p, v), u, given.steps))
    else:
        one = jax.jit(apply)

        def rollout(p, v):
            for _ in range(given.steps):
                v = one(p, v)
            return v

    def calls(n):
        for _ in range(n):
            v = rollout(weights, u)
        jax.block_until_ready(v)

    return calls


def measure(case, variant, facts, alone):
    if "train_step" in given.what:
        calls, steps, planned = trainer(case, variant)
        times = fno.milliseconds(calls, given, steps)
        stats = (jax.devices()[0].memory_stats() or {}) if alone else {}
        peak = fno.mebibytes(stats.get("peak_bytes_in_use"))
        plan = fno.mebibytes(planned() if alone else None)
        fno.report(given, facts, "train_step", case, times, peak_mib=peak, planned_mib=plan)
    if "predict_step" in given.what:
        times = fno.milliseconds(predictor(case, variant), given, given.steps)
        fno.report(given, facts, "predict_step", case._replace(batch=1), times)


def main():
    try:
        device = jax.devices()[0]
    except RuntimeError as error:
        fno.missing(f"JAX for {given.device}", str(error).splitlines()[0])
    cores = len(os.sched_getaffinity(0))
    name = device.device_kind if given.device == "cuda" else f"cpu, {cores} threads"
    alone = len(given.cases) * len(given.variants) == 1
    for case in given.cases:
        for variant in given.variants:
            facts = {"framework": "jax", "version": jax.__version__, "variant": LABELS[variant], "device": name}
            precision = "tensorfloat32" if variant == "products" and given.device == "cuda" else None
            try:
                with jax.default_matmul_precision(precision):
                    measure(case, variant, facts, alone)
            except Exception as error:
                fno.report(given, facts, given.what[0], case, error=error)


if __name__ == "__main__":
    main()
