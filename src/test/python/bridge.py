"""What PythonBridgeTest asks python/tfsno.py to do. Prints one JSON document.

    predict ROOT SAVED [MODEL..]    predicts from u0.npy of each run below ROOT (or of those called MODEL-...), compares
                          with expected.npy, saves the model again
    neuralop ROOT         writes FNOs of neuraloperator as run folders, with what its formulas give
    train RUN OUT         a few updates of a run in PyTorch, from what lies next to it
    refuse RUN..          says why runs are not opened
    misuse CONTEXT PLAIN  says why conditions are refused by a model with a context and by one without
    refuse-neuralop RUN   says why state dicts are not converted, and why the model of RUN is not
"""
import json
import shutil
import sys
import warnings
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))
import tfsno

torch.set_num_threads(1)
torch.manual_seed(20)
warnings.simplefilter("error")


def apart(got, wanted):
    """The largest difference of a state, relative to its largest value: after one step, and of all."""
    flat = lambda x: np.abs(x).reshape(*wanted.shape[:2], -1).max(2)
    errors = flat(got - wanted) / flat(wanted)
    return [float(errors[:, 1].max()), float(errors.max())]


def predict(root, saved, *models):
    result = {}
    for file in sorted(Path(root).glob("*/expected*.npy")):
        run = file.parent
        start = run / file.name.replace("expected", "u0")
        if not start.exists() or (models and run.name.split("-")[0] not in models):
            continue
        model, wanted, start = tfsno.load(run), np.load(file), np.load(start).astype(np.float32)
        given = conditions(model, run)
        got = model.rollout(start, wanted.shape[1] - 1, **given)
        result[f"{run.name}/{file.stem}"] = apart(got.numpy(), wanted)
        if (run / "context.npy").exists():
            errors = remember(model, run, given, start, got)
            result.update({f"{run.name}/{key}": error for key, error in errors.items()})
        tfsno.save(model, Path(saved) / run.name)
    return result


def remember(model, run, given, start, rollout):
    """What the model observes, number by number, and that a rollout takes it as it is."""
    wanted, given = np.load(run / "context.npy"), one_step(model, given, start)
    context = given["context"]
    again = model.rollout(start, rollout.shape[1] - 1, **given)
    return {"context": [float(e) for e in (abs(context.numpy() - wanted) / np.maximum(0.3, abs(wanted))).max(1)],
            "again": apart(again.numpy(), rollout.numpy())}


def one_step(model, given, start):
    """Conditions of a rollout as a step takes them: all states before the first one become a context."""
    given = dict(given)
    earlier = [given.pop("history")] if "history" in given else []
    states = np.concatenate([*earlier, start[:, None]], 1)
    if model.context is not None:
        given["context"] = model.observe(states[:, :model.context.states])
    if model.history > 1:
        given["history"] = states[:, -model.history:-1]
    return given


def conditions(model, run):
    """What else lies next to u0.npy; numbers and fields in the order in which the model names them."""
    given = {name: np.load(run / f"{name}.npy") for name in ("parameters", "fields", "history", "time")
             if (run / f"{name}.npy").exists()}
    for what, names in (("parameters", model.given_numbers), ("fields", model.given_fields)):
        if names:
            given[what] = {name: given[what][:, i] for i, name in enumerate(names)}
    return given


def train(run, out):
    run, out = Path(run), Path(out)
    model = tfsno.load(run).train()
    u = torch.from_numpy(np.load(run / "u0.npy")).float()
    given = conditions(model, run)
    now = one_step(model, given, u.numpy())
    if model.elapsed:
        now["time"] = (model.observed - 1) * model.card["dt"]
    free, kept = model.step(u, **now), model.eval().step(u, **now)
    model.train()
    target = torch.roll(u, 1, -1)
    optimiser = torch.optim.Adam(model.parameters(), 1e-2)
    losses = []
    for _ in range(20):
        optimiser.zero_grad()
        loss = F.mse_loss(model.step(u, **now), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    without = [name for name, p in model.named_parameters() if p.grad is None or not p.grad.abs().sum() > 0]
    model.eval()
    tfsno.save(model, out)
    for file in run.glob("*.npy"):
        shutil.copyfile(file, out / file.name)
    np.save(out / "u0.npy", u.numpy())
    np.save(out / "expected.npy", model.rollout(u, 2, **given).numpy())
    return {"losses": losses, "without_gradient": without, "free": not torch.allclose(free, kept)}


def refuse(*runs):
    return {Path(run).name: message(lambda: tfsno.load(run)) for run in runs}


def misuse(context, plain):
    plain, remembering = tfsno.load(plain), tfsno.load(context)
    states = torch.zeros(1, remembering.observed, remembering.channels, *remembering.points)
    u = states[:, 0]
    return {
        "nothing": message(lambda: remembering.rollout(u, 1)),
        "few": message(lambda: remembering.rollout(u, 1, history=states[:, 2:])),
        "observed": message(lambda: remembering.observe(states[:, 1:])),
        "unasked": message(lambda: plain.step(u, context=torch.zeros(1, 3))),
        "unasked_states": message(lambda: plain.rollout(u, 1, history=states[:, 1:])),
        "unremembered": message(lambda: plain.observe(states)),
    }


def message(action):
    try:
        action()
    except ValueError as e:
        return str(e)
    return "accepted"


# The FNO of neuraloperator 2.0, by its formulas: spectra with 1/N on the way there, in rising order of waves along
# every axis but the last; a bias of the spectral layer; a skip without bias; an MLP over channels with a gated skip.


def neuralop_state(d, channels, width, kept, layers, lifting, head, mlp, grid):
    r = lambda *shape: 0.4 * torch.randn(*shape)
    inputs = channels + (d if grid else 0)
    state = {"lifting.fcs.0.weight": r(lifting, inputs, 1), "lifting.fcs.0.bias": r(lifting),
             "lifting.fcs.1.weight": r(width, lifting, 1), "lifting.fcs.1.bias": r(width),
             "projection.fcs.0.weight": r(head, width, 1), "projection.fcs.0.bias": r(head),
             "projection.fcs.1.weight": r(channels, head, 1), "projection.fcs.1.bias": r(channels)}
    for l in range(layers):
        b = "fno_blocks."
        state[f"{b}convs.{l}.weight.tensor"] = torch.complex(r(width, width, *kept), r(width, width, *kept))
        state[f"{b}convs.{l}.bias"] = r(width, *[1] * d)
        state[f"{b}fno_skips.{l}.conv.weight"] = r(width, width, 1)
        for i, (a, c) in enumerate([(width, mlp), (mlp, width)]):
            state[f"{b}channel_mlp.{l}.fcs.{i}.weight"], state[f"{b}channel_mlp.{l}.fcs.{i}.bias"] = r(c, a, 1), r(c)
        state[f"{b}channel_mlp_skips.{l}.weight"] = r(1, width, *[1] * d)
    state["_metadata"] = {"norm": None, "factorization": None, "non_linearity": F.gelu, "fno_skip": "linear",
                          "positional_embedding": "grid" if grid else None, "domain_padding": None}
    return state


def neuralop_forward(state, u, layers, grid):
    d, points = u.ndim - 2, u.shape[2:]

    def dense(name, x):
        y = torch.einsum("oi,bi...->bo...", state[name + ".weight"].squeeze(-1), x)
        return y + state[name + ".bias"].view(-1, *[1] * d)

    def shifted(shift, spectrum):
        return spectrum if d == 1 else shift(spectrum, list(range(2, 1 + d)))

    if grid:
        lines = torch.meshgrid(*[torch.linspace(0, 1, n + 1)[:-1] for n in points], indexing="ij")
        u = torch.cat([u, torch.stack(lines).expand(len(u), *[-1] * (d + 1))], 1)
    x = dense("lifting.fcs.1", F.gelu(dense("lifting.fcs.0", u)))
    for l in range(layers):
        between = F.gelu if l + 1 < layers else (lambda y: y)
        weight = state[f"fno_blocks.convs.{l}.weight.tensor"]
        there = shifted(torch.fft.fftshift, torch.fft.rfftn(x, dim=list(range(2, 2 + d)), norm="forward"))
        back = torch.zeros_like(there)
        # From the centre m // 2 waves down and the rest up.
        window = [slice(points[a] // 2 - k // 2, points[a] // 2 - k // 2 + k) for a, k in enumerate(weight.shape[2:-1])]
        window = (slice(None), slice(None), *window, slice(weight.shape[-1]))
        back[window] = torch.einsum("bi...,io...->bo...", there[window], weight)
        space = list(range(2, 2 + d))
        field = torch.fft.irfftn(shifted(torch.fft.ifftshift, back), s=points, dim=space, norm="forward")
        field = field + state[f"fno_blocks.convs.{l}.bias"]
        skip = torch.einsum("oi,bi...->bo...", state[f"fno_blocks.fno_skips.{l}.conv.weight"].squeeze(-1), x)
        y = between(field + skip)
        mixed = dense(f"fno_blocks.channel_mlp.{l}.fcs.1", F.gelu(dense(f"fno_blocks.channel_mlp.{l}.fcs.0", y)))
        x = between(mixed + state[f"fno_blocks.channel_mlp_skips.{l}.weight"] * x)
    return dense("projection.fcs.1", F.gelu(dense("projection.fcs.0", x)))


NEURALOP = {
    "line": dict(points=(32,), channels=1, width=6, kept=(5,), layers=4, lifting=12, head=12, mlp=3, grid=True),
    "box": dict(points=(16, 20), channels=2, width=5, kept=(8, 4), layers=3, lifting=7, head=9, mlp=6, grid=False),
    "odd": dict(points=(12, 15, 10), channels=1, width=4, kept=(4, 5, 3), layers=2, lifting=8, head=8, mlp=2,
                grid=True),
}


def neuralop(root):
    result = {}
    for name, sizes in NEURALOP.items():
        points, layers, grid = sizes["points"], sizes["layers"], sizes["grid"]
        state = neuralop_state(len(points), **{key: value for key, value in sizes.items() if key != "points"})
        u = torch.randn(2, sizes["channels"], *points)
        wanted = torch.stack([u, neuralop_forward(state, u, layers, grid)], 1)
        run = Path(root) / name
        model = tfsno.from_neuralop(state, points, dt=0.5)
        tfsno.save(model, run)
        np.save(run / "u0.npy", u.numpy())
        np.save(run / "expected.npy", wanted.numpy())
        back, arguments = tfsno.to_neuralop(tfsno.load(run))
        given = {key for key in state if key != "_metadata"}
        even = all(k % 2 == 0 for k in sizes["kept"][:-1])
        result[name] = {
            "python": apart(model.rollout(u, 1).numpy(), wanted.numpy())[0],
            "again": apart(torch.stack([u, neuralop_forward(back, u, layers, grid)], 1).numpy(), wanted.numpy())[0],
            "same_tensors": even and given == set(back) and all(torch.equal(state[key], back[key]) for key in given),
            "n_modes": arguments["n_modes"],
        }
    return result


def refuse_neuralop(run):
    sizes = {key: value for key, value in NEURALOP["box"].items() if key != "points"}
    fresh = lambda **metadata: {**(s := neuralop_state(2, **sizes)), "_metadata": {**s["_metadata"], **metadata}}
    converted = lambda state, points=(16, 20): message(lambda: tfsno.from_neuralop(state, points))
    without_mlp = {key: value for key, value in fresh().items() if "channel_mlp" not in key}
    tucker = {key: value for key, value in fresh().items() if not key.endswith("weight.tensor")}
    for l in range(3):
        tucker[f"fno_blocks.convs.{l}.weight.core"] = torch.zeros(2)
    more_inputs = fresh()
    more_inputs["lifting.fcs.0.weight"] = torch.zeros(7, 5, 1)
    return {
        "norm": converted(fresh(norm="group_norm")),
        "activation": converted(fresh(non_linearity=F.relu)),
        "padding": converted(fresh(domain_padding=0.1)),
        "no_mlp": converted(without_mlp),
        "factorised": converted(tucker),
        "channels": converted(more_inputs),
        "points": converted(fresh(), (16, 7)),
        "axes": converted(fresh(), (16,)),
        "back": message(lambda: tfsno.to_neuralop(tfsno.load(run))),
    }


if __name__ == "__main__":
    commands = {"predict": predict, "neuralop": neuralop, "train": train, "refuse": refuse,
                "misuse": misuse, "refuse-neuralop": refuse_neuralop}
    print(json.dumps(commands[sys.argv[1]](*sys.argv[2:])))
