"""PyTorch modules from run folders of tfsno, and back.

    import tfsno
    model = tfsno.load("runs/e1")            # an nn.Module: FNO, PINO's network or TF-SNO
    following = model.step(u)                # physical fields [batch, channel, x(, y, z)]
    states = model.rollout(u, 100)           # [batch, 101, channel, x(, y, z)]
    code = model.observe(first_states)       # of a model with a context; then model.step(u, context=code)
    tfsno.save(model, "runs/e1-tuned")       # a run folder that tfsno opens

    tfsno.save(tfsno.from_neuralop(state, points=(64, 64)), "runs/darcy")
    state, kwargs = tfsno.to_neuralop(tfsno.load("runs/darcy"))

Needs PyTorch 1.13 or later and NumPy, nothing else. The names of parameters and buffers are those of the tensors in
model.safetensors (docs/reference/run-folder.md). Predictions agree with the Java program to 1e-5 of a field's size.
"""
import itertools
import json
import math
import os
import re
import shutil
import struct
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

__all__ = ["load", "save", "build", "from_neuralop", "to_neuralop", "Unsupported"]

NEWEST_FORMAT = 9
INPUTS = {"history", "fields", "parameters", "time", "context", "guard", "conserved", "drift", "symmetry",
          "empty"}  # which follows from the others
TIME = {"harmonics", "reference", "periodic", "elapsed"}
CARD = {"format", "format_version", "model", "shape", "normaliser", "equation", "dt", "scales", "training_range",
        "tfsno_crc32c", "tfsno_checked"}


class Unsupported(ValueError):
    """What this file cannot represent, by name."""


# ---------------------------------------------------------------------------------------------- run folders


def load(run):
    """The trained model of a run folder or of a model.safetensors, in eval mode."""
    run = Path(run)
    file = run / "model.safetensors" if run.is_dir() else run
    metadata, tensors = _read_safetensors(file)
    if metadata.get("format") != "tfsno":
        raise Unsupported(f"{file}: expected weights written by tfsno, found a safetensors file without its metadata.")
    version = int(metadata["format_version"])
    if version > NEWEST_FORMAT:
        raise Unsupported(f"{file}: expected format version {NEWEST_FORMAT} or older, found {version}. Use the "
                          "tfsno.py of that version.")
    _require_known(metadata, CARD, f"{file}: entry")
    shape, normaliser = json.loads(metadata["shape"]), json.loads(metadata["normaliser"])
    if version == 1:
        shape = _shape([shape["points"]] * shape["dimension"], shape["length"], _names(shape["channels"]))
        normaliser = {key: [value] for key, value in normaliser.items()}
    spec = json.loads(metadata["model"])
    model = build(spec, shape, normaliser, metadata.get("equation", ""), float(metadata["dt"]),
                  json.loads(metadata.get("scales", "null")))
    whole = model.state_dict()
    model.load_state_dict({name: _with_silent_modes(values, whole.get(name), spec)
                           for name, values in tensors.items()})
    model.card["training_range"] = json.loads(metadata.get("training_range", "null"))
    model.source = run if run.is_dir() else None
    return model.eval()


def _with_silent_modes(values, whole, model):
    """A tensor of a file as the network holds it: files leave out the modes below local.from, which are zero."""
    values = torch.from_numpy(values)
    start = (model.get("local") or {}).get("from", 0)
    if whole is None or not start or values.dim() != 4 or values.shape == whole.shape:
        return values
    waves = [list(range(n // 2)) + list(range(-(n // 2), 0)) for n in whole.shape[1:-3]]
    waves = [list(range(whole.shape[0]))] + waves
    kept = [max(abs(k) for k in wave) >= start for wave in itertools.product(*waves)]
    full = torch.zeros(len(kept), *values.shape[1:], dtype=values.dtype)
    full[torch.tensor(kept)] = values
    return full.view(whole.shape)


def build(model, shape, normaliser=None, equation="", dt=1.0, scales=None):
    """An untrained model, from the entries that a model.safetensors has in its metadata."""
    known = {"fno": Fno, "pino": Fno, "tfsno": TfSno}
    name = model.get("name")
    if name not in known:
        raise Unsupported(f"model '{name}': expected one of {', '.join(known)}.")
    card = {"model": model, "shape": shape, "normaliser": normaliser or {"mean": [0.0], "deviation": [1.0]},
            "equation": equation, "dt": dt, "scales": scales}
    return known[name](card)


def save(model, run):
    """Writes a model as a run folder, with the configuration of the run that it was loaded from."""
    run = Path(run)
    run.mkdir(parents=True, exist_ok=True)
    card = model.card
    parts = ("model", "shape", "normaliser", "scales", "training_range")
    metadata = {"format": "tfsno", "format_version": str(_version(card["shape"].get("inputs") or {})),
                "equation": card["equation"], "dt": repr(float(card["dt"])),
                **{key: json.dumps(card[key]) for key in parts if card.get(key)}}
    tensors = {name: values.detach().cpu().float().numpy() for name, values in model.state_dict().items()}
    _write_safetensors(run / "model.safetensors", metadata, tensors)
    source = model.source
    if source is not None and (source / "config.yaml").exists() and source.resolve() != run.resolve():
        shutil.copyfile(source / "config.yaml", run / "config.yaml")
    made = {"written_by": "tfsno.py", "torch": torch.__version__,
            "parameters": sum(p.numel() for p in model.parameters())}
    (run / "provenance.json").write_text(json.dumps(made, indent=2) + "\n")


def _symmetries(texts):
    """Everything that symmetries such as 'x -> -x, u -> -u' do together: names of what is reversed."""
    group = [frozenset()]
    for text in texts:
        one = frozenset(part.split("->")[0].strip() for part in text.split(","))
        group += [both for both in (known ^ one for known in group) if both not in group]
    return group


def _version(inputs):
    """The lowest that can say what a model is given, so that older programs read it."""
    if (inputs.get("context") or {}).get("limit") is not None:
        return 9
    if inputs.get("symmetry"):
        return 8
    if inputs.get("drift"):
        return 7
    if inputs.get("conserved"):
        return 6
    if inputs.get("guard") or (inputs.get("time") or {}).get("elapsed"):
        return 5
    return 4 if inputs.get("context") else 3 if inputs else 2


_TYPES = {"F32": "<f4", "F16": "<f2", "BF16": "<u2", "F64": "<f8"}


def _read_safetensors(file):
    raw = file.read_bytes()
    size = struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8:8 + size])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        values = np.frombuffer(raw[8 + size + begin:8 + size + end], _TYPES[entry["dtype"]])
        if entry["dtype"] == "BF16":
            values = (values.astype("<u4") << 16).view("<f4")
        tensors[name] = values.astype(np.float32).reshape(entry["shape"])
    return metadata, tensors


def _write_safetensors(file, metadata, tensors):
    header, offset = {"__metadata__": metadata}, 0
    for name, values in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [offset, offset + 4 * values.size]}
        offset += 4 * values.size
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    part = file.with_name(file.name + ".part")
    with open(part, "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text)
        for values in tensors.values():
            out.write(np.ascontiguousarray(values, "<f4").tobytes())
    os.replace(part, file)


def _names(count):
    return {1: ["u"], 2: ["u", "v"]}.get(count, [f"u{c}" for c in range(count)])


def _shape(points, lengths, channels, boundary="PERIODIC"):
    lengths = list(lengths) if np.ndim(lengths) else [lengths] * len(points)
    axes = [{"name": n, "points": int(p), "length": float(l), "boundary": boundary}
            for n, p, l in zip("xyz", points, lengths)]
    return {"grid": {"axes": axes}, "fields": [{"name": c, "unit": ""} for c in channels]}


def _require_known(given, known, what):
    """Refuses entries that may change the answer and that nothing here looks at."""
    for key, value in given.items():
        if key not in known and value not in (None, [], {}, False):
            raise Unsupported(f"{what} '{key}': this file does not know it. Use a newer tfsno.py.")


# ---------------------------------------------------------------------------------------------- what models share


class Operator(nn.Module):
    """A map of fields [batch, channel, x(, y, z)]: conditions, walls and normalisation around a network.

    What a model was trained with in addition to the present state is given by name (docs/reference/python.md):
    parameters  {name: number or [batch]}
    fields      {name: [batch, x(, y, z)]}; in a rollout also [batch, step, x(, y, z)]
    history     the states before the present one, the oldest first, [batch, state, channel, x(, y, z)]
    time        of the present state, a number or [batch]; a rollout by an elapsed clock need not be told
    context     what observe() says of the first states of the trajectories; a rollout takes it from `history` instead,
                where that has all states before the present one from the first on

    Training steps (train() with gradients) are not guarded: whatever a network does is what it must learn from.
    """

    def __init__(self, card, known):
        super().__init__()
        self.card, self.source, self.spec = card, None, card["model"]
        _require_known(self.spec, {"name", "coords", "predictDelta", "padding"} | known, "the model's")
        _require_known(card["shape"], {"grid", "fields", "inputs"}, "the shape's")
        inputs = card["shape"].get("inputs") or {}
        _require_known(inputs, INPUTS, "the inputs'")
        _require_known(inputs.get("time") or {}, TIME, "the time's")
        self.history = inputs.get("history", 1)
        self.given_fields = [field["name"] for field in inputs.get("fields") or []]
        self.given_numbers = [number["name"] for number in inputs.get("parameters") or []]
        self.time = inputs.get("time")
        clock = self.time or (self.spec.get("gate") or {}).get("time") or {}
        self.timed, self.elapsed = bool(clock), bool(clock.get("elapsed"))
        self.axes = card["shape"]["grid"]["axes"]
        self.channels = len(card["shape"]["fields"])
        self.points = [axis["points"] for axis in self.axes]
        self.context = _context(inputs.get("context"), self.axes)
        self.observed = max(self.history, (inputs.get("context") or {}).get("states", 1))
        known = len(self.given_numbers) + (self.context.size if self.context is not None else 0)
        self.drift = _zeroed(Pointwise(known, len(self.axes))) if inputs.get("drift") else None
        self.guard = Guard(self.points, self.channels) if inputs.get("guard") else None
        self.conserved = [c for c, field in enumerate(card["shape"]["fields"])
                          if field["name"] in (inputs.get("conserved") or [])]
        self.symmetries = _symmetries(inputs.get("symmetry") or [])
        self.walls = [axis["boundary"].upper() == "WALL" for axis in self.axes]
        self.coords = self.spec.get("coords", "NONE").upper()
        padding = self.spec.get("padding") or {"kind": "MIRROR", "fraction": 0.125}
        self.padding, self.fraction = padding["kind"].upper(), padding.get("fraction", 0.0)
        self.inputs = (self.history * self.channels + len(self.given_fields) + len(self.given_numbers)
                       + (2 * self.time["harmonics"] if self.time else 0)
                       + (self.context.size if self._gives_code_to("CHANNELS") else 0)
                       + {"NONE": 0, "LINEAR": 1, "PERIODIC": 2}[self.coords] * len(self.axes))

    def forward(self, u, given=None):
        """Normalised fields one step later; `given` is what normalised() makes of conditions."""
        given = given or {}
        code = None if self.context is None else self.context(given["context"])
        out = sum(self._answer_to_image(u, given, code, g) for g in self.symmetries) / len(self.symmetries)
        following = u + out if self.spec.get("predictDelta") else out
        if self.drift is not None:
            following = self._moved(following, given.get("parameters"), code)
        if self.guard is not None and not (self.training and torch.is_grad_enabled()):
            following = self.guard(following)
        return self._with_kept_means(u, following) if self.conserved else following

    def _answer_to_image(self, u, given, code, symmetry):
        """What the network says to the image of a state under a symmetry, put back."""
        if not symmetry:
            return self._answer(u, given, code)
        seen = dict(given)
        if "history" in given:
            seen["history"] = self._image(given["history"], symmetry)
        if "fields" in given:
            seen["fields"] = self._mirrored(given["fields"], symmetry)
        return self._image(self._answer(self._image(u, symmetry), seen, code), symmetry)

    def _mirrored(self, u, symmetry):
        for a, axis in enumerate(self.axes):
            if axis["name"] in symmetry:
                u = u.flip(2 + a)
                u = u if self.walls[a] else u.roll(1, 2 + a)
        return u

    def _image(self, u, symmetry):
        names = [field["name"] for field in self.card["shape"]["fields"]]
        sign = torch.tensor([-1.0 if name in symmetry else 1.0 for name in names]).to(u)
        sign = sign.repeat(u.shape[1] // len(names)).view(1, -1, *[1] * len(self.axes))
        return self._mirrored(u, symmetry) * sign

    def _answer(self, u, given, code):
        points = u.shape[2:]
        wide = lambda numbers: numbers.view(*numbers.shape, *[1] * len(points)).expand(-1, -1, *points)
        z = [u] + [given[key] for key in ("history", "fields") if key in given]
        if "parameters" in given:
            z.append(wide(given["parameters"]))
        if self.time:
            z.append(wide(_time_features(self.time, given["time"])))
        if self._gives_code_to("CHANNELS"):
            z.append(wide(code))
        if self.coords != "NONE":
            z.append(self._coordinates(points).to(u).expand(len(u), *[-1] * (u.ndim - 1)))
        past = [self._past(a, n) for a, n in enumerate(points)]
        out = self.network(self._extend(torch.cat(z, 1), past), {**given, "code": code})
        for a, p in enumerate(past):
            out = out.narrow(2 + a, p, points[a])
        return out

    def step(self, u, **conditions):
        """Physical fields one step later. Differentiable."""
        u = torch.as_tensor(u)
        normaliser = self.card["normaliser"]
        return _restored(self(_normalised(u, normaliser), self.normalised(u, **conditions)), normaliser)

    def rollout(self, u, steps, parameters=None, fields=None, history=None, time=None, context=None):
        """The states [batch, steps + 1, channel, x(, y, z)] from physical fields, the first included. No gradients."""
        u = torch.as_tensor(u)
        states = [u] if history is None else [*torch.as_tensor(history).to(u).unbind(1), u]
        if len(states) not in (self.history, self.observed):
            raise ValueError(f"expected {self.observed - 1} states before the present one, found {len(states) - 1}.")
        if len(states) == self.observed:
            if self.context is not None and context is None:
                context = self.observe(torch.stack(states[:self.context.states], 1))
            states = states[-self.history:]
        earlier = len(states) - 1
        if time is None and self.elapsed:
            time = (self.observed - 1) * self.card["dt"]
        time = None if time is None else torch.as_tensor(time, dtype=u.dtype, device=u.device)
        with torch.no_grad():
            for i in range(steps):
                now = {name: f if np.ndim(f) < u.ndim else f[:, i] for name, f in (fields or {}).items()}
                past = torch.stack(states[-1 - earlier:-1], 1) if earlier else None
                states.append(self.step(states[-1], parameters=parameters, fields=now, history=past, time=time,
                                        context=context))
                time = None if time is None else time + self.card["dt"]
        return torch.stack(states[earlier:], 1)

    def observe(self, states):
        """What the first states [batch, state, channel, x(, y, z)] of trajectories say, [batch, number]. No gradients.

        Physical fields, the oldest first; step() and rollout() take the result as `context`.
        """
        if self.context is None:
            raise ValueError("expected a model with a context, found one that remembers nothing.")
        states, asked = torch.as_tensor(states), self.context.states
        if states.ndim != 3 + len(self.axes) or states.shape[1] != asked:
            raise ValueError(f"expected the first {asked} states [batch, {asked}, channel, ...], found "
                             f"{list(states.shape)}.")
        with torch.no_grad():
            u = _resample(_normalised(states.flatten(0, 1), self.card["normaliser"]), self.points)
            return self.context.numbers(u.view(*states.shape[:2], *u.shape[1:]))

    def _gives_code_to(self, place):
        return self.context is not None and self.context.place in (place, "BOTH")

    def normalised(self, u, parameters=None, fields=None, history=None, time=None, context=None):
        """Conditions in physical units, for states u, as forward() takes them."""
        number = lambda value: torch.as_tensor(value, dtype=u.dtype, device=u.device).expand(len(u))
        given, scales = {}, self.card["scales"] or {}
        if _named("parameters", self.given_numbers, parameters):
            values = torch.stack([number(parameters[name]) for name in self.given_numbers], 1)
            given["parameters"] = _normalised(values, scales.get("parameters"))
        if _named("fields", self.given_fields, fields):
            values = torch.stack([torch.as_tensor(fields[name]).to(u) for name in self.given_fields], 1)
            given["fields"] = _normalised(values, scales.get("fields"))
        before = 0 if history is None else len(history[0])
        if before != self.history - 1:
            raise ValueError(f"expected {self.history - 1} states before the present one, found {before}.")
        if before:
            states = torch.as_tensor(history).to(u).unbind(1)
            latest_first = [_normalised(state, self.card["normaliser"]) for state in reversed(states)]
            given["history"] = torch.cat(latest_first, 1)
        if self.timed and time is None:
            raise ValueError("expected the time of the states, found none. The law that this model learnt changes "
                             "with it.")
        if time is not None:
            given["time"] = number(time)
        if self.context is None and context is not None:
            raise ValueError("expected no context, found one. This model remembers nothing.")
        if self.context is not None and context is None:
            raise ValueError(f"expected what the first {self.context.states} states say, found nothing. Give context="
                             "model.observe(states), or a rollout the states before the present one as history.")
        if context is not None:
            given["context"] = torch.as_tensor(context).to(u)
        return given

    def _moved(self, u, parameters, code):
        """Every wave k turned by exp(-i k r), r a linear map of the numbers of the trajectory."""
        r = self.drift(torch.cat([numbers for numbers in (parameters, code) if numbers is not None], 1))
        for a in range(len(self.axes)):
            axis, points = 2 + a, u.shape[2 + a]
            waves = torch.arange(points // 2 + 1, dtype=u.dtype, device=u.device)
            angle = r[:, a, None] * waves
            turn = torch.polar(torch.ones_like(angle), -angle)
            turn = turn.view(len(u), 1, *[-1 if n == a else 1 for n in range(len(self.axes))])
            u = torch.fft.irfft(torch.fft.rfft(u, dim=axis) * turn, points, axis)
        return u

    def _with_kept_means(self, u, following):
        change = (following - u).mean(list(range(2, u.ndim)), keepdim=True)
        kept = torch.zeros_like(change)
        kept[:, self.conserved] = 1
        return following - change * kept

    def divergence(self, fluxes):
        """sum over axes of (F_a(x+h) - F_a(x-h)) / 2, h the spacing of the training grid."""
        there = _resample(fluxes, self.trained_points())
        along = there.split(self.channels, 1)
        change = sum((f.roll(-1, 2 + a) - f.roll(1, 2 + a)) / 2 for a, f in enumerate(along))
        return _resample(change, fluxes.shape[2:])

    def trained_points(self, halvings=0):
        """The points of the training grid as the network sees them, after some halvings."""
        return [_halved(n + 2 * self._past(a, n), halvings) for a, n in enumerate(self.points)]

    def _past(self, axis, points):
        if not self.walls[axis] or self.padding == "NONE" or self.fraction == 0:
            return 0
        return max(1, math.floor(self.fraction * points / 2 + 0.5))

    def _extend(self, z, past):
        for a, p in enumerate(past):
            if p and self.padding == "ZERO":
                zeros = torch.zeros_like(z.narrow(2 + a, 0, p))
                z = torch.cat([zeros, z, zeros], 2 + a)
            elif p:
                n = z.shape[2 + a]
                before, after = z.narrow(2 + a, 0, p), z.narrow(2 + a, n - p, p)
                z = torch.cat([before.flip(2 + a), z, after.flip(2 + a)], 2 + a)
        return z

    def _coordinates(self, points):
        channels = []
        for a, n in enumerate(points):
            x = (torch.arange(n, dtype=torch.float64) + (0.5 if self.walls[a] else 0)) / n
            x = x.view([n if b == a else 1 for b in range(len(points))]).expand(*points)
            channels += [x] if self.coords == "LINEAR" else [torch.sin(2 * math.pi * x), torch.cos(2 * math.pi * x)]
        return torch.stack(channels).unsqueeze(0)


class Guard(nn.Module):
    """X'(k) = X(k) min( 1, sqrt(L_s / P_s) ) with the power P_s of the shell s = round |k| and its limit L_s."""

    def __init__(self, points, channels):
        super().__init__()
        self.table = _ModeTable(_below_nyquist(points, 512))
        shells = 1 + self._shells(self.table.on()).max()
        self.register_buffer("limits", torch.full((shells, channels), 1e30))

    def forward(self, u):
        points = u.shape[2:]
        held, k = _held(self.table.waves, points), self.table.on(points)
        x = _analyse(u, held)
        flat, shell = x.flatten(2), torch.from_numpy(self._shells(k)).to(u.device)
        each = (flat.real ** 2 + flat.imag ** 2) * torch.from_numpy(self.table.twins(k)).to(u)
        power = u.new_zeros(*u.shape[:2], len(self.limits)).index_add(2, shell, each)
        excess = 1 - (power / self.limits.T).clamp(min=1).rsqrt()
        # What is within the limits is not touched, not even by rounding: the excess is subtracted.
        return u - _synthesise((flat * excess[:, :, shell]).view(x.shape), held, points)

    @staticmethod
    def _shells(k):
        return np.floor(np.sqrt((k ** 2).sum(1)) + 0.5).astype(int)


def _named(what, wanted, given):
    found = list(given or {})
    if sorted(found) != sorted(wanted):
        raise ValueError(f"expected the {what} {', '.join(wanted) or 'none'}, found {', '.join(found) or 'none'}.")
    return bool(wanted)


def _scale(values, normaliser):
    return (torch.tensor(normaliser[key], dtype=values.dtype, device=values.device)
            .view(1, -1, *[1] * (values.ndim - 2)) for key in ("mean", "deviation"))


def _normalised(values, normaliser):
    """[batch, channel, ...] with mean 0 and deviation 1 for each channel."""
    if not normaliser:
        return values
    mean, deviation = _scale(values, normaliser)
    return (values - mean) / deviation


def _restored(values, normaliser):
    mean, deviation = _scale(values, normaliser)
    return values * deviation + mean


def _time_features(spec, time):
    """sin(w_j t) and cos(w_j t), [batch, 2 harmonics]."""
    j = range(1, spec["harmonics"] + 1)
    w = [(2 * n if spec["periodic"] else 2.0 ** (n - 1)) * math.pi / spec["reference"] for n in j]
    phase = time.view(-1, 1) * torch.tensor(w, dtype=time.dtype, device=time.device)
    return torch.cat([torch.sin(phase), torch.cos(phase)], 1)


def gelu(x):
    """GELU in its exact form. PyTorch 1.13 gives NaN for some gradients that are not contiguous."""
    y = F.gelu(x)
    if y.requires_grad and torch.__version__.startswith("1."):
        y.register_hook(torch.Tensor.contiguous)
    return y


class Pointwise(nn.Module):
    """y = W x + b over channels, at every point alike."""

    def __init__(self, inputs, outputs):
        super().__init__()
        bound = 1 / math.sqrt(inputs)
        self.weight = nn.Parameter(torch.empty(outputs, inputs).uniform_(-bound, bound))
        self.bias = nn.Parameter(torch.empty(outputs).uniform_(-bound, bound))

    def forward(self, x, weight=None):
        flat = torch.matmul(self.weight if weight is None else weight, x.reshape(*x.shape[:2], -1))
        return (flat + self.bias.view(-1, 1)).view(len(x), -1, *x.shape[2:])


def _zeroed(module):
    """The module with weights that start at zero."""
    for start in module.parameters():
        nn.init.zeros_(start)
    return module


class Spectral(nn.Module):
    """z' = F^-1 Phi F z, with weights [k_d, .., k_1, out, re/im, in] and 1/N on the way to the coefficients."""

    def __init__(self, inputs, outputs, modes):
        super().__init__()
        self.modes = modes
        stored = [2 * m for m in modes[:-1]] + modes[-1:]
        scale = 1 / (inputs * outputs)
        self.weight = nn.Parameter(scale * torch.rand(*reversed(stored), outputs, 2, inputs))

    def waves(self):
        """The wave numbers along each axis, in the order of the file."""
        signed = [list(range(m)) + list(range(-m, 0)) for m in self.modes[:-1]]
        return signed + [list(range(self.modes[-1]))]

    def kept(self, points):
        """The waves along each axis that a grid holds."""
        return _held(self.waves(), points)

    def cut(self, of_modes, points, first):
        """What a grid holds of a tensor with one axis for each of k_1 .. k_d, from the axis `first` on."""
        for a, (waves, held) in enumerate(zip(self.waves(), self.kept(points))):
            if len(held) < len(waves):
                index = torch.tensor([waves.index(k) for k in held], device=of_modes.device)
                of_modes = of_modes.index_select(first + a, index)
        return of_modes

    def analyse(self, z):
        """The coefficients [batch, channel, k_1, .., k_d] that the grid holds."""
        return _analyse(z, self.kept(z.shape[2:]))

    def phi(self, weight=None):
        """The complex matrices [k_1, .., k_d, out, in]."""
        w = self.weight if weight is None else weight
        d = len(self.modes)
        return torch.complex(w[..., 0, :], w[..., 1, :]).permute(*reversed(range(d)), d, d + 1)

    def mix(self, x, points, weight=None):
        k = "xyz"[:len(self.modes)]
        return torch.einsum(f"bi{k},{k}oi->bo{k}", x, self.cut(self.phi(weight), points, 0))

    def synthesise(self, y, points):
        return _synthesise(y, self.kept(points), points)


class Product(nn.Module):
    """Phi_1 F q with products of fields q = (P_1 z) (P_2 z), from coefficients to coefficients."""

    def __init__(self, channels, modes):
        super().__init__()
        self.count = (channels + 1) // 2
        bound = 1 / math.sqrt(channels)
        self.factors = nn.Module()
        self.factors.weight = nn.Parameter(torch.empty(2 * self.count, channels).uniform_(-bound, bound))
        self.spectral = _zeroed(Spectral(self.count, channels, modes))

    def forward(self, x, points):
        """Of coefficients that a grid of these points holds."""
        waves = self.spectral.kept(points)
        # On more than 3M points no wave of a product comes back as another one.
        fine = [4 * (3 * (max(along) + 1) // 4 + 1) for along in waves]
        factors = torch.einsum("pi,bi...->bp...", self.factors.weight.to(x.dtype), x)
        first, second = _synthesise(factors, waves, fine).split(self.count, 1)
        return self.spectral.mix(_analyse(first * second, waves), points)


class Stencil(nn.Module):
    """S z = sum over axes of S_1 (z(x+h) - z(x-h)) / 2 + S_2 (z(x+h) - 2 z(x) + z(x-h)) / 2.

    With a reach of 2 there are such terms for the neighbours at the distance 2h as well. h is the spacing of the
    training grid: fields on other grids are brought there, and the result back.
    """

    def __init__(self, channels, trained, reach=1):
        super().__init__()
        self.trained, self.reach, pairs = list(trained), reach, len(trained) * reach
        bound = math.sqrt(2 / ((2 * pairs + 1) * channels))
        self.weight = nn.Parameter(torch.empty(2, pairs, channels, channels).uniform_(-bound, bound))

    def forward(self, z):
        there = _resample(z, self.trained)
        total = 0
        for pair in range(self.weight.shape[1]):
            axis, distance = 2 + pair // self.reach, pair % self.reach + 1
            ahead = there.roll(-distance, axis) - there
            behind = ahead.roll(distance, axis)
            for of_pair, change in zip(self.weight[:, pair], (ahead + behind, ahead - behind)):
                total = total + torch.einsum("oi,bi...->bo...", of_pair, change / 2)
        return _resample(total, z.shape[2:])


def _held(waves, points):
    """Those waves along each axis that a grid tells apart, or all of them; its Nyquist wave counts as negative."""
    if all(2 * max(along) + 1 <= n and -2 * min(along) <= n for along, n in zip(waves, points)):
        return waves
    return [[k for k in along if -(n // 2) <= k < n // 2] for along, n in zip(waves, points)]


def _below_nyquist(points, most):
    """The waves along each axis, both signs but for the last one, and not more than some."""
    counts = [min(most, (n + 1) // 2) for n in points]
    return [list(range(m)) + list(range(1 - m, 0)) for m in counts[:-1]] + [list(range(counts[-1]))]


def _analyse(z, waves):
    """The coefficients [batch, channel, k_1, .., k_d] of fields, for some waves along each axis."""
    x = torch.fft.rfftn(z, dim=list(range(2, z.ndim)), norm="forward")
    for a, along in enumerate(waves):
        x = x.index_select(2 + a, torch.tensor([k % z.shape[2 + a] for k in along], device=z.device))
    return x


def _synthesise(y, waves, points):
    """The fields on these points of such coefficients; there are no negative waves along the last axis."""
    for a, along in enumerate(waves[:-1]):
        shape = list(y.shape)
        shape[2 + a] = points[a]
        index = torch.tensor([k % points[a] for k in along], device=y.device)
        y = torch.fft.ifft(y.new_zeros(shape).index_copy(2 + a, index, y), dim=2 + a, norm="forward")
    # The mean is real: what the inverse transform makes of an imaginary part differs between libraries.
    real = torch.ones(y.shape[-1], dtype=y.real.dtype, device=y.device)
    real[0] = 0
    return torch.fft.irfft(torch.complex(y.real, y.imag * real), n=points[-1], dim=-1, norm="forward")


def _modes(given, dimension):
    return list(given) if isinstance(given, (list, tuple)) else [given] * dimension


def _halved(points, times):
    return (points + (1 << times) - 1) >> times


def _resample(z, points):
    """Fourier interpolation [batch, channel, x(, y, z)] to other points; exact for what both grids hold."""
    for a, n in enumerate(points):
        size = z.shape[2 + a]
        if size == n:
            continue
        smaller = min(size, n)
        spectrum = torch.fft.rfft(z, dim=2 + a, norm="forward").narrow(2 + a, 0, smaller // 2 + 1)
        if smaller % 2 == 0:  # the Nyquist bin of the smaller grid stands for two waves
            edge = spectrum.narrow(2 + a, smaller // 2, 1)
            edge = torch.complex(edge.real, torch.zeros_like(edge.imag)) * 2 if n < size else edge * 0.5
            spectrum = torch.cat([spectrum.narrow(2 + a, 0, smaller // 2), edge], 2 + a)
        z = torch.fft.irfft(spectrum, n=n, dim=2 + a, norm="forward")
    return z


# ---------------------------------------------------------------------------------------------- FNO


class Fno(Operator):
    """v_0 = P u;  v' = GELU(F^-1 Phi F v + W v), no GELU after the last layer;  u' = Q_1 GELU(Q_0 v).

    With `lifting` P = P_1 GELU P_0. With `channelMlp` a layer is that of neuraloperator:
    y = GELU(F^-1 Phi F v + W v),  v' = GELU(M_1 GELU(M_0 y) + g v), and neither outer GELU in the last layer.
    `stencil` adds S v to W v, `product` adds Phi_1 F q to Phi F v, with `flux` the head gives fluxes
    (docs/reference/model-details.md).
    """

    def __init__(self, card):
        super().__init__(card, {"width", "modes", "layers", "head", "lifting", "channelMlp", "stencil", "product",
                                "flux", "physicsWeight", "warmUp"})
        s, d = self.spec, len(self.axes)
        width, lifting = s["width"], s.get("lifting")
        self.lift = (Pointwise(self.inputs, width) if lifting is None
                     else nn.ModuleList([Pointwise(self.inputs, lifting), Pointwise(lifting, width)]))
        modes, trained = _modes(s["modes"], d), self.trained_points()
        self.layers = nn.ModuleList(FnoLayer(s, modes, trained) for _ in range(s["layers"]))
        self.flows = bool(s.get("flux"))
        out = self.channels * (d if self.flows else 1)
        self.head = nn.ModuleList([Pointwise(width, s["head"]), Pointwise(s["head"], out)])

    def network(self, u, given):
        v = self.lift(u) if isinstance(self.lift, Pointwise) else self.lift[1](gelu(self.lift[0](u)))
        for layer in self.layers[:-1]:
            v = layer(v, gelu)
        v = self.layers[-1](v, lambda x: x)
        answer = self.head[1](gelu(self.head[0](v)))
        return self.divergence(answer) if self.flows else answer


class FnoLayer(nn.Module):
    def __init__(self, spec, modes, trained):
        super().__init__()
        width, mlp = spec["width"], spec.get("channelMlp")
        self.spectral, self.pointwise = Spectral(width, width, modes), Pointwise(width, width)
        self.stencil = Stencil(width, trained) if spec.get("stencil") else None
        self.product = Product(width, modes) if spec.get("product") else None
        self.channel_mlp = None if mlp is None else ChannelMlp(width, mlp)

    def forward(self, v, activation):
        points, x = v.shape[2:], self.spectral.analyse(v)
        y = self.spectral.mix(x, points)
        if self.product is not None:
            y = y + self.product(x, points)
        total = self.spectral.synthesise(y, points) + self.pointwise(v)
        if self.stencil is not None:
            total = total + self.stencil(v)
        y = activation(total)
        return y if self.channel_mlp is None else activation(self.channel_mlp(y, v))


class ChannelMlp(nn.ModuleList):
    """M_1 GELU(M_0 y) + g v, with one number g for each channel."""

    def __init__(self, width, hidden):
        super().__init__([Pointwise(width, hidden), Pointwise(hidden, width)])
        self.skip = nn.Parameter(torch.ones(width))

    def forward(self, y, v):
        return self[1](gelu(self[0](y))) + self.skip.view(1, -1, *[1] * (v.ndim - 2)) * v


# ---------------------------------------------------------------------------------------------- TF-SNO

ACTIVATIONS = {"IDENTITY": lambda x: x, "RELU": F.relu, "GELU": gelu, "SILU": F.silu, "MISH": F.mish}


class TfSno(Operator):
    """Gated spectral blocks in a U over halving grids, or in a row (docs/models.md)."""

    def __init__(self, card):
        super().__init__(card, {"widths", "modes", "multiscale", "depth", "gate", "contraction", "init", "local"})
        s, d = self.spec, len(self.axes)
        widths = s["widths"]
        self.multiscale, self.turn = s["multiscale"], len(widths) - 1
        self.lift = nn.ModuleList([Pointwise(self.inputs, widths[0]), Pointwise(widths[0], widths[0])])
        count = 2 * self.turn + 1 if self.multiscale else s.get("depth") or 5
        levels = [self.turn - abs(self.turn - i) if self.multiscale else 0 for i in range(count)]
        seen, gate = (self.context.size if self._gives_code_to("GATE") else 0), s["gate"]
        seen += 2 * gate["time"]["harmonics"] if gate.get("time") else 0
        seen += len(self.given_numbers) if gate.get("conditions") else 0
        shifting = self.context.size if self.context is not None and self.context.shifts else 0
        self.blocks = nn.ModuleList(
            Block(s, i, widths[level], _modes(s["modes"][level], d), self.trained_points(level), seen, shifting)
            for i, level in enumerate(levels))
        pairs = list(zip(widths, widths[1:]))
        if pairs:
            self.down = nn.ModuleList(Pointwise(fine, coarse) for fine, coarse in pairs)
            self.up = nn.ModuleList(Pointwise(coarse, fine) for fine, coarse in pairs)
            self.join = nn.ModuleList(Pointwise(2 * fine, fine) for fine, _ in pairs)
        self.flows = bool((s.get("local") or {}).get("flux"))
        out = self.channels * (d if self.flows else 1)
        self.head = nn.ModuleList([Pointwise(widths[0], 4 * widths[0]), Pointwise(4 * widths[0], out)])

    def network(self, u, given):
        z = self.lift[1](gelu(self.lift[0](u)))
        seen, code = self._seen_by_gates(given), given["code"]
        if self.multiscale:
            z = self._through_levels(z, seen, code)
        else:
            for block in self.blocks:
                z = block(z, seen, code)
        answer = self.head[1](gelu(self.head[0](z)))
        return self.divergence(answer) if self.flows else answer

    def _seen_by_gates(self, given):
        """What MetaNet sees that no state decides, [batch, number]; None for nothing."""
        gate = self.spec["gate"]
        seen = [_time_features(gate["time"], given["time"])] if gate.get("time") else []
        seen += [given["parameters"]] if gate.get("conditions") else []
        seen += [given["code"]] if self._gives_code_to("GATE") else []
        return torch.cat(seen, 1) if seen else None

    def _through_levels(self, z, *given):
        skips, v = [], self.blocks[0](z, *given)
        for level in range(self.turn):
            skips.append(v)
            coarse = _resample(v, [_halved(n, 1) for n in v.shape[2:]])
            v = self.blocks[level + 1](self.down[level](coarse), *given)
        for level in reversed(range(self.turn)):
            grown = _resample(self.up[level](v), skips[level].shape[2:])
            v = self.blocks[2 * self.turn - level](self.join[level](torch.cat([grown, skips[level]], 1)), *given)
        return v


class Block(nn.Module):
    """z' = GELU( F^-1 (1 + delta(z)) Phi F z + W z ); with all local terms (docs/models.md)

    z' = z + C GELU( y + y (G z) + W z + S z ),  y = F^-1 ( (1 + delta(z)) Phi F z + Phi_1 F q ),  q = (P_1 z) (P_2 z)

    seen      how many numbers MetaNet sees next to the statistics
    shifting  how many numbers of a code decide the distance by which (1 + delta(z)) Phi F z is shifted; 0 for none
    """

    def __init__(self, spec, index, channels, modes, trained, seen, shifting):
        super().__init__()
        self.spectral, self.pointwise = Spectral(channels, channels, modes), Pointwise(channels, channels)
        gate, bounds = spec["gate"], spec.get("contraction")
        _require_known(bounds or {}, {"spectralBound", "pointwiseBound", "alphaMax", "target"}, "contraction's")
        chosen = gate.get("blocks")
        gated = gate["kind"].upper() != "NONE" and (chosen is None or index + 1 in chosen)
        self.gate = Gate(gate, bounds, self.spectral, channels, trained, seen) if gated else None
        self.phase = _zeroed(Pointwise(shifting, len(modes))) if shifting else None
        local = spec.get("local") or {}
        _require_known(local, {"stencil", "gate", "product", "residual", "wide", "mix", "from", "flux"},
                       "the local terms'")
        self.stencil = Stencil(channels, trained, 2 if local.get("wide") else 1) if local.get("stencil") else None
        self.local_gate = _zeroed(Pointwise(channels, channels)) if local.get("gate") else None
        self.product = Product(channels, modes) if local.get("product") else None
        self.residual = bool(local.get("residual"))
        self.mix = Pointwise(channels, channels) if local.get("mix") else None
        self.bounds = bounds
        if bounds:
            count = int(np.prod(self.spectral.weight.shape[:-3]))
            _declare_bound(self.spectral, count, 2 * channels)
            _declare_bound(self.pointwise, 1, channels)

    def forward(self, z, seen, code):
        points = z.shape[2:]
        x = self.spectral.analyse(z)
        y = self.spectral.mix(x, points, self._spectral_weight())
        if self.gate is not None:
            y = y * (1 + self.gate(z, x, seen))
        if self.phase is not None:
            y = y * self._turn(self.phase(code), points)
        if self.product is not None:
            y = y + self.product(x, points)
        y = self.spectral.synthesise(y, points)
        if self.local_gate is not None:
            y = y + y * self.local_gate(z)
        y = y + self.pointwise(z, self._pointwise_weight())
        if self.stencil is not None:
            y = y + self.stencil(z)
        y = gelu(y) if self.mix is None else self.mix(gelu(y))
        return z + y if self.residual else y

    def _turn(self, distance, points):
        """exp(-i k r), [batch, 1, k_1, .., k_d], in units in which the box is 2 pi long."""
        angle = 0
        for a, along in enumerate(self.spectral.kept(points)):
            k = torch.tensor(along, dtype=distance.dtype, device=distance.device)
            angle = angle + distance[:, a].view(-1, 1, *[1] * len(points)) * k.view([-1] + [1] * (len(points) - 1 - a))
        return torch.complex(torch.cos(angle), -torch.sin(angle))

    def _spectral_weight(self):
        weight = self.spectral.weight
        if not self.bounds:
            return weight
        re, im = weight.detach().flatten(0, -4).unbind(2)
        real = torch.cat([torch.cat([re, -im], 2), torch.cat([im, re], 2)], 1)
        factor = _bound(self.spectral, weight, real, self.bounds["spectralBound"], self.training)
        return weight * factor.view(*weight.shape[:-3], 1, 1, 1)

    def _pointwise_weight(self):
        weight = self.pointwise.weight
        if not self.bounds:
            return weight
        bound = self.bounds["pointwiseBound"]
        return weight * _bound(self.pointwise, weight, weight.detach()[None], bound, self.training).view(1, 1)


def _declare_bound(module, matrices, columns):
    module.register_buffer("vector", torch.randn(matrices, columns, 1))
    module.register_buffer("sigma", torch.ones(matrices, 1, 1))
    module.seen = None


def _bound(module, source, matrices, bound, training):
    """min(1, bound / sigma) of each matrix: by one power iteration in training, else exactly. No gradients."""
    taped = torch.is_grad_enabled()
    with torch.no_grad():
        if training:
            norm = lambda v: v.norm(dim=1, keepdim=True) + 1e-12
            if taped:
                following = matrices.transpose(1, 2) @ (matrices @ module.vector)
                module.vector.copy_(following / norm(following))
            sigma = norm(matrices @ module.vector) / norm(module.vector)
        else:
            if module.seen != source._version:
                module.sigma.copy_(torch.linalg.matrix_norm(matrices, 2).view(-1, 1, 1) + 1e-12)
                module.seen = source._version
            sigma = module.sigma
        return (bound / sigma).clamp(max=1)


class Gate(nn.Module):
    """delta = alpha tanh( MetaNet( s(z) ) ), one number for each sample, channel and mode."""

    KNOWN = {"kind", "controller", "features", "metaNet", "alpha", "bands", "detach", "standardise", "calibrations",
             "learningRateFactor", "blocks", "time", "conditions"}

    def __init__(self, spec, bounds, spectral, channels, trained, seen):
        super().__init__()
        _require_known(spec, self.KNOWN, "the gate's")
        _require_known(spec.get("time") or {}, TIME, "the gate's time's")
        self.kind, self.detach, self.bands = spec["kind"].upper(), spec.get("detach", False), spec["bands"]
        self.modes, self.trained, self.channels = spectral.modes, trained, channels
        self.cut = spectral.cut
        controller = spec["controller"].upper()
        if controller == "LEARNED":
            self.encoder = Encoder(channels, len(trained))
        self.features = {"STATISTICS": Statistics, "DIRECTIONAL": Directional, "LEARNED": self._encoded}[controller]
        if controller != "LEARNED":
            names = [name for name in Statistics.ORDER if name in spec["features"]]
            self.features = self.features(spectral.waves(), names)
        self.size = 32 if controller == "LEARNED" else self.features.size
        size = self.size + seen
        count = int(np.prod(spectral.weight.shape[:-3]))
        outputs = {"MODE": count * channels, "BAND": self.bands * channels, "SCALAR": 1}[self.kind]
        widths = [size, *spec["metaNet"]["hidden"], outputs]
        self.metanet = nn.ModuleList(Pointwise(a, b) for a, b in zip(widths, widths[1:]))
        self.activation = ACTIVATIONS[spec["metaNet"]["activation"].upper()]
        _zeroed(self.metanet[-1])
        self.gain = nn.Parameter(torch.tensor([0.0 if bounds else math.log(math.expm1(spec["alpha"]))]))
        if bounds:
            self.register_buffer("gain_bound", torch.tensor([float(bounds["alphaMax"])]))
        self.bounded, self.standardise = bool(bounds), spec.get("standardise", False)
        if self.standardise:
            self.register_buffer("shift", torch.zeros(size, 1))
            self.register_buffer("scale", torch.ones(size, 1))
        if self.kind == "BAND":
            self._waves = _ModeTable(spectral.waves())

    def forward(self, z, x, seen):
        s = seen
        if self.size > 0:
            s = self._standardised(self.features(_resample(z, self.trained), x, z.shape[2:]))
            s = s if seen is None else torch.cat([s, seen], 1)
        for layer in self.metanet[:-1]:
            s = self.activation(layer(s))
        alpha = torch.sigmoid(self.gain) * self.gain_bound if self.bounded else F.softplus(self.gain)
        g = alpha * torch.tanh(self.metanet[-1](s))
        stored = [2 * m for m in self.modes[:-1]] + self.modes[-1:]
        if self.kind == "SCALAR":
            return g.view(-1, 1, *[1] * len(stored))
        if self.kind == "BAND":
            table = self._waves
            band = np.minimum(self.bands - 1, (table.radius(table.all()) * self.bands).astype(int))
            g = g.view(-1, self.bands, self.channels)[:, torch.from_numpy(band).to(g.device)]
        g = g.view(-1, *reversed(stored), self.channels)  # k_1 and then the channel vary fastest
        return self.cut(g.permute(0, *reversed(range(1, g.ndim))), z.shape[2:], 2)

    def _standardised(self, s):
        s = s.detach() if self.detach else s
        return (s - self.shift[:self.size].T) / self.scale[:self.size].T if self.standardise else s

    def _encoded(self, z, x, points):
        return self.encoder(z)


class Encoder(nn.ModuleList):
    """Two strided convolutions on the periodic grid, the mean over space, one linear map."""

    def __init__(self, channels, dimension):
        conv = (nn.Conv1d, nn.Conv2d, nn.Conv3d)[dimension - 1]
        super().__init__([conv(channels, 16, 5, stride=4), conv(16, 32, 3, stride=2), Pointwise(32, 32)])

    def forward(self, z):
        for conv, reach in ((self[0], 2), (self[1], 1)):
            z = gelu(conv(F.pad(z, [reach] * (2 * (z.ndim - 2)), mode="circular")))
        return self[2](z.flatten(2).mean(2))


class _ModeTable:
    """Wave numbers [mode, axis], and numbers that belong to them."""

    def __init__(self, waves):
        self.waves = waves
        self.largest = [max(abs(k) for k in along) for along in waves]
        self.largest_radius = max(1.0, math.sqrt(sum(k * k for k in self.largest)))

    def radius(self, k):
        """|k| / max |k|."""
        return np.sqrt((k ** 2).sum(1)) / self.largest_radius

    def low(self, k):
        return (self.radius(k) <= 0.5).astype(float)

    def all(self):
        """In the order of files, k_1 fastest."""
        return np.stack([k.ravel() for k in reversed(np.meshgrid(*reversed(self.waves), indexing="ij"))], 1)

    def on(self, points=None):
        """Those that a grid holds, or all, in the order of arrays, k_d fastest."""
        held = self.waves if points is None else _held(self.waves, points)
        return np.stack([k.ravel() for k in np.meshgrid(*held, indexing="ij")], 1)

    @staticmethod
    def twins(k):
        """How many modes of a real field each stands for: its conjugate twin is not stored."""
        return np.where(k[:, -1] == 0, 1.0, 2.0)


class Statistics:
    """Numbers by which a gate sees a field: four of its spectrum, four of its values.

    docs/reference/model-details.md has the formulas.
    """

    ORDER = ["LOG_ENERGY", "CENTROID", "SPREAD", "SKEWNESS", "LOG_SIGMA", "ROUGHNESS", "KURTOSIS", "CREST",
             "BAND_RATIO"]

    def __init__(self, waves, names):
        self.table, self.names, self.size = _ModeTable(waves), names, len(names)

    def __call__(self, z, x, points=None):
        """[batch, statistic] of z on the training grid and its coefficients x [batch, channel, k_1, .., k_d].

        `points` are those of the grid that x was taken on; without them x has all waves.
        """
        power = (x.real ** 2 + x.imag ** 2).mean(1).flatten(1)
        waves = self.table.on(points)
        numbers = lambda function: torch.from_numpy(function(waves)).to(power)
        power = power * numbers(self.table.twins)
        energy = power.sum(1, keepdim=True)
        share, rho = power / (energy + 1e-6), numbers(self.table.radius)
        mu = (share * rho).sum(1, keepdim=True)
        spread = ((rho - mu) ** 2 * share).sum(1, keepdim=True).add(1e-4).sqrt()
        third = ((rho - mu) ** 3 * share).sum(1, keepdim=True)
        d = z.flatten(2) - z.flatten(2).mean(2, keepdim=True)
        width = (d ** 2).mean(2) + 1e-6
        y = (d * width.rsqrt().unsqueeze(2)).view(z.shape)
        axes = range(2, z.ndim)
        steps = sum((y.roll(-1, a) - y).square().flatten(2).mean(2) for a in axes) / len(axes)
        fourth, peak = (y ** 4).flatten(2).mean(2), (y ** 2).flatten(2).max(2)[0]
        low = numbers(self.table.low)
        part = lambda inside: (share * inside).sum(1, keepdim=True).add(1e-4).log()
        values = {
            "LOG_ENERGY": lambda: (energy + 1e-6).log(),
            "CENTROID": lambda: mu,
            "SPREAD": lambda: spread,
            "SKEWNESS": lambda: _signed_log(third / spread ** 3),
            "LOG_SIGMA": lambda: width.mean(1, keepdim=True).log() / 2,
            "ROUGHNESS": lambda: (steps + 1e-6).sqrt().mean(1, keepdim=True) / 2,
            "KURTOSIS": lambda: _signed_log(fourth.mean(1, keepdim=True) - 3),
            "CREST": lambda: (1 + (peak + 1e-12).sqrt().mean(1, keepdim=True)).log(),
            "BAND_RATIO": lambda: part(1 - low) - part(low),
        }
        return torch.cat([values[name]() for name in self.names] + self.others(share, numbers), 1)

    def others(self, share, numbers):
        return []


class Directional(Statistics):
    """The statistics of the paper and others that tell directions apart."""

    def __init__(self, waves, names):
        super().__init__(waves, names)
        d = len(waves)
        self.size += 8 if d == 1 else 2 * d + 2 * d * (d - 1)

    def others(self, share, numbers):
        table, d = self.table, len(self.table.waves)
        low = numbers(table.low)
        total = lambda inside: (share * inside).sum(1, keepdim=True)
        if d == 1:
            rho = numbers(table.radius)
            quarter = numbers(lambda k: np.maximum(0, np.ceil(4 * table.radius(k)) - 1))
            halves = []
            for inside in (low, 1 - low):
                energy = total(inside) + 1e-3
                mu = total(rho * inside) / energy
                variance = ((rho - mu) ** 2 * inside * share).sum(1, keepdim=True) / energy
                halves += [mu, (variance + 1e-4).sqrt()]
            return halves + [total((quarter == q).to(share)) for q in range(4)]
        q = [numbers(lambda k, a=a: abs(k[:, a]) / max(table.largest)) for a in range(d)]
        centroids = [total(along) for along in q]
        spreads = [((along - mu) ** 2 * share).sum(1, keepdim=True).add(1e-4).sqrt() for along, mu in zip(q, centroids)]
        quadrants = []
        for a in range(d):
            for b in range(a + 1, d):
                product = numbers(lambda k: k[:, a] * k[:, b])
                for sign in (1, -1):
                    inside = torch.where(product == 0, 0.5 * torch.ones_like(low), (product * sign > 0).to(low))
                    quadrants += [total(inside * low), total(inside * (1 - low))]
        return centroids + spreads + quadrants


def _signed_log(x):
    return torch.sign(x) * torch.log1p(torch.abs(x))


# ---------------------------------------------------------------------------------------------- context


def _context(spec, axes):
    """None where nothing looks at what a model remembers."""
    return Context(spec, axes) if spec and (spec["to"].upper() != "NONE" or spec.get("phase")) else None


class Context(nn.ModuleList):
    """The code of the first states of a trajectory: numbers of them, standardised, through a network if it is learnt.

    The numbers are means over the states, or over pairs of neighbours (docs/reference/model-details.md). Q_b is the
    power of one of eight bands of wave numbers:

    statistics   the eight statistics of a gate
    ratios       ln( Q_b(t+1) / Q_b(t) )
    phases       Re and -Im of sum conj(X_t) X_t+1 / sqrt( Q_b(t) Q_b(t+1) ), for each axis
    power        ln Q_b(t)
    law, trend   coefficients of the law that explains the states best, and half of their change
    """

    BANDS = 8

    def __init__(self, spec, axes):
        _require_known(spec, {"states", "features", "learnt", "to", "phase", "limit"}, "the context's")
        d, learnt = len(axes), spec.get("learnt")
        terms = 7 + 3 * d + (d == 2)
        sizes = {"STATISTICS": 8, "RATIOS": 8, "PHASES": 16 * d, "POWER": 8, "LAW": terms, "TREND": terms}
        asked = [feature.upper() for feature in spec["features"]]
        for feature in asked:
            if feature not in sizes:
                raise Unsupported(f"the context's feature '{feature}': expected one of {', '.join(sizes)}.")
        # A single state has no neighbours.
        taken = [f for f in sizes if f in asked and (spec["states"] > 1 or f in ("STATISTICS", "POWER"))]
        numbers = sum(sizes[feature] for feature in taken)
        widths = [numbers, *learnt["hidden"], learnt["numbers"]] if learnt else [numbers]
        super().__init__(Pointwise(a, b) for a, b in zip(widths, widths[1:]))
        self.register_buffer("shift", torch.zeros(numbers))
        self.register_buffer("scale", torch.ones(numbers))
        self.limited = spec.get("limit") is not None
        if self.limited:
            self.register_buffer("low", torch.full((numbers,), -torch.finfo(torch.float32).max))
            self.register_buffer("high", torch.full((numbers,), torch.finfo(torch.float32).max))
        self.states, self.features, self.size, self.axes = spec["states"], taken, widths[-1], axes
        self.place, self.shifts = spec["to"].upper(), bool(spec.get("phase"))
        self.statistics = Statistics(_below_nyquist([axis["points"] for axis in axes], 128), Statistics.ORDER[:8])

    def forward(self, numbers):
        believed = numbers.clamp(self.low, self.high) if self.limited else numbers
        code = (believed - self.shift) / self.scale
        for i, layer in enumerate(self):
            code = layer(gelu(code) if i else code)
        return code

    def numbers(self, u):
        """[batch, number] of normalised states [batch, state, channel, x(, y, z)] on the training grid."""
        table = self.statistics.table
        modes = _analyse(u.flatten(0, 1), table.waves)
        x = modes.flatten(2).unflatten(0, u.shape[:2])
        power = (x.real ** 2 + x.imag ** 2).mean(2)
        log_power = self._filled(power, power @ self._members(power)).log()
        take = {
            "STATISTICS": lambda: self.statistics(u.flatten(0, 1), modes).unflatten(0, u.shape[:2]).mean(1),
            "RATIOS": lambda: (log_power[:, -1] - log_power[:, 0]) / (self.states - 1),
            "PHASES": lambda: self._phases(x, power),
            "POWER": lambda: log_power.mean(1),
            "LAW": lambda: _law(u, self.axes, False),
            "TREND": lambda: _law(u, self.axes, True),
        }
        return torch.cat([take[feature]() for feature in self.features], 1)

    def _members(self, like, of_mode=lambda k: 1.0):
        """[mode, band] by which numbers of modes become sums over bands; the mean is in none."""
        table = self.statistics.table
        k = table.on()
        radius, largest = np.sqrt((k ** 2).sum(1)), math.log(max(2, *table.largest))
        # NumPy's own logarithm differs in the last digit, which decides where a wave lies on the edge of two bands.
        band = np.array([min(self.BANDS - 1, int(self.BANDS * math.log(max(1, r)) / largest)) for r in radius])
        inside = (band[:, None] == np.arange(self.BANDS)) & (radius > 0)[:, None]
        return torch.from_numpy(inside * (table.twins(k) * of_mode(k))[:, None]).to(like)

    def _filled(self, power, in_bands):
        """With a little of the energy of all bands, so that an empty one has a logarithm."""
        return in_bands + 1e-10 * (power @ self._members(power)).sum(-1, keepdim=True) + 1e-20

    def _phases(self, x, power):
        product = (x[:, :-1].conj() * x[:, 1:]).mean(2)
        groups = []
        for a in range(len(self.axes)):
            along = self._members(power, lambda k: abs(np.sign(k[:, a])))
            signed = self._members(power, lambda k: np.sign(k[:, a]))
            amplitude = self._filled(power, power @ along).sqrt()
            both = amplitude[:, :-1] * amplitude[:, 1:]
            groups += [(product.real @ along / both).mean(1), -(product.imag @ signed / both).mean(1)]
        return torch.cat(groups, 1)


def _law(u, axes, changing):
    """The coefficients c [batch, term] of u(t+2) - u(t) = sum_j c_j ( f_j(t) + 4 f_j(t+1) + f_j(t+2) ) / 3.

    With two states the rule of trapezia. `changing` takes coefficients as linear in time, and gives half of their
    change from the first state to the last. In float64, for waves below a quarter of the points.
    """
    states = u.shape[1]
    rule = [1 / 3, 4 / 3, 1 / 3] if states > 2 else [0.5, 0.5]
    difference = [-1.0] + [0.0] * (len(rule) - 2) + [1.0]
    coarse = [max(2, n // 2) for n in u.shape[3:]]
    moving = torch.linspace(-1, 1, states, dtype=torch.float64, device=u.device).view(1, -1, 1)

    def per_state(term):
        return _resample(term, coarse).flatten(1).view(len(u), states, -1)

    def summed(term, weights):
        return sum(w * term[:, i:states - len(weights) + 1 + i] for i, w in enumerate(weights)).flatten(1)

    fields = u.double().flatten(0, 1)
    terms = [per_state(term) for term in _law_terms(fields, axes)]
    columns = [summed(term, rule) for term in terms]
    if changing:
        columns += [summed(term * moving, rule) for term in terms]
    columns = torch.stack(columns + [summed(per_state(fields), difference)], 1)
    products = (columns @ columns.transpose(1, 2)).cpu().numpy()
    found = np.stack([_few_terms(each) for each in products])
    return torch.from_numpy(found[:, len(terms) * changing:]).to(u)


def _law_terms(u, axes):
    """1, u, u^2, u^3, u_a, lap u, lap u_a, lap^2 u, u u_a, |grad u|^2, and in 2D v.grad u; [field, channel, ...] each.

    The unit of wave numbers is a quarter of the points along the longest axis.
    """
    points, d = u.shape[2:], len(axes)
    unit = max(1, *(n // 4 for n in points)) / max(axis["length"] for axis in axes)
    k, inner = [], 1
    for a, (axis, n) in enumerate(zip(axes, points)):
        wave = (np.fft.rfftfreq if a == d - 1 else np.fft.fftfreq)(n, 1 / n).round()
        of_axis = lambda values: torch.from_numpy(values).to(u).view([-1] + [1] * (d - 1 - a))
        k.append(of_axis(wave / (axis["length"] * unit)))
        inner = inner * of_axis((2 * abs(wave) != n).astype(float))  # an odd derivative of the Nyquist wave is zero
    space = list(range(2, u.ndim))
    modes, squared = torch.fft.rfftn(u, dim=space), sum(each ** 2 for each in k)
    even = lambda symbol: torch.fft.irfftn(modes * symbol, s=points, dim=space)
    odd = lambda symbol: even(1j * inner * symbol)
    slopes = [odd(each) for each in k]
    terms = [torch.ones_like(u), u, u ** 2, u ** 3, *slopes, even(-squared), *(odd(-each * squared) for each in k),
             even(squared ** 2), *(u * slope for slope in slopes), sum(slope ** 2 for slope in slopes)]
    if d == 2:  # transport by the flow whose vorticity is u
        inverse = torch.where(squared == 0, torch.zeros_like(squared), 1 / squared)
        terms.append(odd(k[1] * inverse) * slopes[0] - odd(k[0] * inverse) * slopes[1])
    return terms


def _few_terms(products):
    """Least squares from the products of columns, the right side last. Terms that explain next to nothing get 0."""
    size = np.sqrt(np.diag(products))
    kept, found = [j for j, length in enumerate(size[:-1]) if length > 0], np.zeros(len(size) - 1)
    while kept:
        scale = size[kept]
        cosines = products[np.ix_(kept, kept)] / np.outer(scale, scale)
        np.fill_diagonal(cosines, 1 + 1e-8)  # columns that cannot be told apart share what they explain
        parts = np.linalg.solve(cosines, products[kept, -1] / scale)
        smallest = np.argmin(abs(parts))
        if abs(parts[smallest]) > 0.01 * size[-1]:
            found[kept] = parts / scale
            break
        kept.pop(smallest)
    return found


# ---------------------------------------------------------------------------------------------- neuraloperator

# What the FNO of neuraloperator (1.0 to 2.0) may be told, and what of it is represented here.
_REPRESENTED = {
    "norm": (None,), "complex_data": (False,), "use_channel_mlp": (True,), "channel_mlp_dropout": (0,),
    "channel_mlp_skip": ("soft-gating",), "fno_skip": ("linear",), "conv_bias_kernel": (1,),
    "resolution_scaling_factor": (None,), "domain_padding": (None, 0), "stabilizer": (None,), "max_n_modes": (None,),
    "factorization": (None, "dense", "Dense"), "separable": (False,), "preactivation": (False,),
    "fno_block_precision": ("full",), "positional_embedding": ("grid", None),
}
_KEYS = re.compile(r"lifting\.fcs\.[01]\.(weight|bias)|projection\.fcs\.[01]\.(weight|bias)|fno_blocks\."
                   r"(convs\.\d+\.(weight(\.tensor)?|bias)|fno_skips\.\d+\.(conv\.)?weight"
                   r"|channel_mlp\.\d+\.fcs\.[01]\.(weight|bias)|channel_mlp_skips\.\d+\.weight)")


def from_neuralop(state, points, length=1.0, channels=None, dt=1.0, equation="", mean=0.0, deviation=1.0):
    """The FNO of a neuraloperator state dict, on a periodic grid of these points.

    state      what torch.load gives of a saved state dict, or model.state_dict()
    length     of the box, one number or one for each axis
    channels   names of the fields
    dt         time of one step
    mean       with deviation the normalisation of the training data, one number or one for each channel
    """
    state = dict(state)
    _require_represented(state.pop("_metadata", None))
    for key in state:
        if not _KEYS.fullmatch(key):
            raise Unsupported(f"neuraloperator's '{key}': our FNO has nothing like it.")
    layers = 1 + max(int(key.split(".")[2]) for key in state if key.startswith("fno_blocks.convs."))
    linear = lambda name: (state[name + ".weight"].flatten(1), state[name + ".bias"])
    phi = [_dense(state, l) for l in range(layers)]
    width, d = phi[0].shape[0], phi[0].ndim - 2
    _require_layers(state, layers, width)
    tensors = {}

    def put(name, weight, bias):
        tensors[name + ".weight"], tensors[name + ".bias"] = weight, bias

    two = "lifting.fcs.1.weight" in state
    put("lift.0" if two else "lift", *linear("lifting.fcs.0"))
    if two:
        put("lift.1", *linear("lifting.fcs.1"))
    with_mlp = "fno_blocks.channel_mlp.0.fcs.0.weight" in state
    for l in range(layers):
        skip = next(state[key] for key in (f"fno_blocks.fno_skips.{l}.conv.weight", f"fno_blocks.fno_skips.{l}.weight")
                    if key in state)
        bias = state.get(f"fno_blocks.convs.{l}.bias", torch.zeros(width))
        tensors[f"layers.{l}.spectral.weight"] = _phi_to_file(phi[l])
        put(f"layers.{l}.pointwise", skip.flatten(1), bias.flatten())
        if with_mlp:
            put(f"layers.{l}.channel_mlp.0", *linear(f"fno_blocks.channel_mlp.{l}.fcs.0"))
            put(f"layers.{l}.channel_mlp.1", *linear(f"fno_blocks.channel_mlp.{l}.fcs.1"))
            tensors[f"layers.{l}.channel_mlp.skip"] = state[f"fno_blocks.channel_mlp_skips.{l}.weight"].flatten()
    put("head.0", *linear("projection.fcs.0"))
    put("head.1", *linear("projection.fcs.1"))
    outputs = len(tensors["head.1.bias"])
    inputs = tensors["lift.0.weight" if two else "lift.weight"].shape[1]
    if inputs not in (outputs, outputs + d):
        raise Unsupported(f"neuraloperator's in_channels and out_channels: {inputs} input channels (coordinates "
                          f"included) and {outputs} output channels. Our models map a state to the next one.")
    if len(points) != d:
        raise Unsupported(f"points {tuple(points)}: expected one number for each of {d} axes.")
    modes = [n // 2 for n in tensors["layers.0.spectral.weight"].shape[1:d][::-1]]
    modes.append(tensors["layers.0.spectral.weight"].shape[0])
    for m, n in zip(modes, points):
        if m > n // 2:
            raise Unsupported(f"{m} modes on {n} points: at most {n // 2}. Our models never keep the Nyquist wave; "
                              "give more points or fewer n_modes.")
    model = {"name": "fno", "width": width, "modes": modes, "layers": layers, "head": len(tensors["head.0.bias"]),
             "coords": "NONE" if inputs == outputs else "LINEAR", "predictDelta": False}
    if two:
        model["lifting"] = len(tensors["lift.0.bias"])
    if with_mlp:
        model["channelMlp"] = len(tensors["layers.0.channel_mlp.0.bias"])
    each = lambda value: [float(v) for v in np.atleast_1d(value)]
    shape = _shape(points, length, channels or _names(outputs))
    fno = build(model, shape, {"mean": each(mean), "deviation": each(deviation)}, equation, dt)
    fno.load_state_dict({name: values.detach().float() for name, values in tensors.items()})
    return fno.eval()


def to_neuralop(model):
    """The state dict of neuraloperator's FNO, and the arguments to make that FNO with."""
    spec = model.spec
    cannot = [
        (model.observed > 1 or model.given_fields or model.given_numbers or model.timed or model.context is not None,
         "conditions",
         "neuraloperator's FNO takes the state alone"),
        (not isinstance(model, Fno), f"model '{spec['name']}'", "only an FNO has a counterpart"),
        (spec.get("channelMlp") is None and spec["layers"] > 1, "channelMlp",
         "neuraloperator's layers have one, and without it apply their activation twice"),
        (spec.get("lifting") is None, "lifting", "neuraloperator lifts through two layers"),
        (spec.get("predictDelta"), "predictDelta", "neuraloperator predicts the state itself"),
        (model.coords == "PERIODIC", "coords: periodic", "neuraloperator has x/L or none"),
        (model.guard is not None or model.conserved, "guard and conserve",
         "neuraloperator's FNO predicts what its network says"),
        (spec.get("stencil") or spec.get("product"), "stencil and product", "neuraloperator's layers have neither"),
        (any(model.walls) and model.padding != "NONE", "padding", "neuraloperator pads otherwise"),
        (any(model.walls) and model.coords != "NONE", "coords", "between walls our points are centres of cells"),
    ]
    for found, what, why in cannot:
        if found:
            raise Unsupported(f"{what}: {why}.")
    d, width, state = len(model.axes), spec["width"], {}
    own = {name: values.detach().cpu().clone() for name, values in model.state_dict().items()}

    def put(theirs, ours):
        state[theirs + ".weight"], state[theirs + ".bias"] = own[ours + ".weight"].unsqueeze(-1), own[ours + ".bias"]

    for i in range(2):
        put(f"lifting.fcs.{i}", f"lift.{i}")
        put(f"projection.fcs.{i}", f"head.{i}")
    ones = [1] * d
    for l, layer in enumerate(model.layers):
        state[f"fno_blocks.convs.{l}.weight.tensor"] = _phi_from_file(layer.spectral.phi().detach().cpu())
        state[f"fno_blocks.convs.{l}.bias"] = own[f"layers.{l}.pointwise.bias"].view(-1, *ones)
        state[f"fno_blocks.fno_skips.{l}.conv.weight"] = own[f"layers.{l}.pointwise.weight"].unsqueeze(-1)
        if layer.channel_mlp is not None:
            for i in range(2):
                put(f"fno_blocks.channel_mlp.{l}.fcs.{i}", f"layers.{l}.channel_mlp.{i}")
            state[f"fno_blocks.channel_mlp_skips.{l}.weight"] = own[f"layers.{l}.channel_mlp.skip"].view(1, -1, *ones)
    modes = _modes(spec["modes"], d)
    hidden = spec.get("channelMlp")
    kwargs = {
        "n_modes": tuple([2 * m for m in modes[:-1]] + [2 * (modes[-1] - 1)]), "in_channels": model.channels,
        "out_channels": model.channels, "hidden_channels": width, "n_layers": spec["layers"],
        # Their sizes are int(ratio * width): half a channel more keeps rounding away.
        "lifting_channel_ratio": (spec["lifting"] + 0.5) / width,
        "projection_channel_ratio": (spec["head"] + 0.5) / width,
        "positional_embedding": None if model.coords == "NONE" else "grid", "use_channel_mlp": hidden is not None,
        **({} if hidden is None else {"channel_mlp_expansion": hidden / width}),
    }
    return state, kwargs


def _require_represented(metadata):
    if metadata is None:
        import warnings
        warnings.warn("the state dict has no '_metadata' of neuraloperator: taken for an FNO with GELU, without norm, "
                      "domain padding, stabilizer or preactivation", stacklevel=3)
        return
    for key, values in _REPRESENTED.items():
        if key in metadata and metadata[key] not in values:
            raise Unsupported(f"neuraloperator's {key}={metadata[key]!r}: our FNO has {key}={values[0]!r}.")
    activation = metadata.get("non_linearity", F.gelu)
    if activation is not F.gelu and not isinstance(activation, nn.GELU):
        raise Unsupported(f"neuraloperator's non_linearity={activation!r}: our FNO has GELU.")


def _require_layers(state, layers, width):
    if layers > 1 and "fno_blocks.channel_mlp.0.fcs.0.weight" not in state:
        raise Unsupported("neuraloperator's use_channel_mlp=False: it then applies its activation twice, our FNO once.")
    for l in range(layers):
        skip = [state[key] for key in state if re.fullmatch(rf"fno_blocks\.fno_skips\.{l}\.(conv\.)?weight", key)]
        if not skip or skip[0].shape[:2] != (width, width) or skip[0].numel() != width * width:
            raise Unsupported("neuraloperator's fno_skip: our FNO has a linear one, at every point alike.")
        gate = state.get(f"fno_blocks.channel_mlp_skips.{l}.weight")
        if "fno_blocks.channel_mlp.0.fcs.0.weight" in state and (gate is None or gate.numel() != width):
            raise Unsupported("neuraloperator's channel_mlp_skip: our FNO has 'soft-gating'.")


def _dense(state, layer):
    """The complex weights [in, out, k_1, .., k_d] of a layer, however they are stored."""
    name = f"fno_blocks.convs.{layer}.weight"
    weight = state.get(name + ".tensor", state.get(name))
    if weight is None:
        raise Unsupported(f"neuraloperator's '{name}': expected a dense tensor, found none.")
    return weight if weight.is_complex() else torch.view_as_complex(weight.contiguous())


def _phi_to_file(weight):
    """[in, out, k_1, .., k_d], waves in rising order but along the last axis, to [k_d, .., k_1, out, re/im, in]."""
    d = weight.ndim - 2
    for axis in range(2, d + 1):
        kept = weight.shape[axis]
        if kept % 2:  # -m .. m: one more negative wave, with a weight of zero, makes it -m-1 .. m
            weight = torch.cat([torch.zeros_like(weight.narrow(axis, 0, 1)), weight], axis)
        weight = torch.fft.ifftshift(weight, dim=axis)
    return torch.view_as_real(weight.permute(*reversed(range(2, d + 2)), 1, 0)).movedim(-1, -2).contiguous()


def _phi_from_file(phi):
    """[k_1, .., k_d, out, in] to [in, out, k_1, .., k_d] with waves in rising order but along the last axis."""
    d = phi.ndim - 2
    weight = phi.permute(d + 1, d, *range(d))
    return torch.fft.fftshift(weight, dim=list(range(2, d + 1))).contiguous() if d > 1 else weight.contiguous()
