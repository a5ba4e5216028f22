#!/usr/bin/env python3
"""A plain FNO in PyTorch, for one purpose: milliseconds of a train step and of a prediction next to `tfsno perf`.

    python3 bench/peers/fno_torch.py [--device cuda] [--cases 1d-20,2d-20] [--variants eager,compile,graph] [--json FILE]

Real FFT, exact GELU, AdamW with clipped gradients, MSE; float32 with TF32 products allowed. The batch lies on the device.
eager: as written. compile: the model through torch.compile. graph: the eager step captured in a CUDA graph (cuda only).
peak_mib is the most that tensors held during the train steps, the state and the captured graph included (cuda only).
"""
import gc
import itertools

import fno_cases as fno

given = fno.arguments(__doc__.splitlines()[0], ["eager", "compile", "graph"])
try:
    import torch
    from torch import nn
    from torch.nn import functional as F
except ImportError as error:
    fno.missing("PyTorch", error)


class SpectralConv(nn.Module):
    """Keeps the modes k = 0..M-1 (along all axes but the last also -M..-1) and mixes channels at each of them."""

    def __init__(self, case):
        super().__init__()
        self.modes, self.dim = case.modes, case.dim
        self.weight = nn.Parameter(torch.rand(case.width, case.width, *case.kept, 2) / case.width**2)

    def forward(self, z):
        m, points, axes = self.modes, z.shape[2:], tuple(range(2, 2 + self.dim))
        y = torch.fft.rfftn(z, dim=axes, norm="forward")[..., :m]
        for axis in axes[:-1]:
            y = torch.cat([y.narrow(axis, 0, m), y.narrow(axis, y.shape[axis] - m, m)], axis)
        space = "xyz"[: self.dim]
        y = torch.einsum(f"bi{space},io{space}->bo{space}", y, torch.view_as_complex(self.weight))
        if self.dim == 1:
            return torch.fft.irfft(F.pad(y, (0, points[-1] // 2 + 1 - m)), n=points[-1], norm="forward")
        full = y.new_zeros(*y.shape[:2], *points[:-1], points[-1] // 2 + 1)
        for corner in itertools.product([slice(m), slice(-m, None)], repeat=self.dim - 1):
            full[(..., *corner, slice(m))] = y[(..., *corner, slice(m))]
        return torch.fft.irfftn(full, s=points, dim=axes, norm="forward")


class Fno(nn.Module):
    def __init__(self, case):
        super().__init__()
        pointwise = [nn.Conv1d, nn.Conv2d, nn.Conv3d][case.dim - 1]
        self.lift = pointwise(1, case.width, 1)
        self.spectral = nn.ModuleList(SpectralConv(case) for _ in range(fno.LAYERS))
        self.local = nn.ModuleList(pointwise(case.width, case.width, 1) for _ in range(fno.LAYERS))
        self.out = nn.Sequential(pointwise(case.width, fno.HIDDEN, 1), nn.GELU(), pointwise(fno.HIDDEN, 1, 1))

    def forward(self, u):
        v = self.lift(u)
        for i, (spectral, local) in enumerate(zip(self.spectral, self.local)):
            v = spectral(v) + local(v)
            v = F.gelu(v) if i < fno.LAYERS - 1 else v
        return self.out(v)


def made(case, variant):
    """The model, the same as it is called, and two random batches of fields."""
    torch.manual_seed(0)
    model = Fno(case).to(given.device)
    size = sum(p.numel() for p in model.parameters())
    assert size == fno.parameters(case), f"{size} parameters"
    fields = (torch.randn(case.batch, 1, *case.points, device=given.device) for _ in range(2))
    return model, torch.compile(model) if variant == "compile" else model, *fields


def calls(once):
    """A function that does it n times and waits."""

    def several(n):
        for _ in range(n):
            once()
        if given.device == "cuda":
            torch.cuda.synchronize()

    return several


def trainer(case, variant):
    model, network, u, target = made(case, variant)
    cuda = given.device == "cuda"
    adamw = torch.optim.AdamW(
        model.parameters(), lr=fno.RATE, weight_decay=fno.DECAY, fused=cuda, capturable=cuda and variant == "graph"
    )

    def step():
        adamw.zero_grad(set_to_none=True)
        F.mse_loss(network(u), target).backward()
        nn.utils.clip_grad_norm_(model.parameters(), fno.CLIP)
        adamw.step()

    return calls(captured(step) if variant == "graph" else step)


def predictor(case, variant):
    """Rollouts of one field."""
    _, network, start, v = made(case._replace(batch=1), variant)

    def step():
        v.copy_(network(v))

    once = captured(step) if variant == "graph" else step

    def rollout():
        v.copy_(start)
        for _ in range(given.steps):
            once()

    return calls(rollout)


def captured(step):
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(5):
            step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def measure(case, variant, facts):
    cuda = given.device == "cuda"
    if cuda:  # what an earlier variant left must not count
        torch._dynamo.reset()
        gc.collect()
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
    if "train_step" in given.what:
        times = fno.milliseconds(trainer(case, variant), given)
        peak = fno.mebibytes(torch.cuda.max_memory_allocated() if cuda else None)
        fno.report(given, facts, "train_step", case, times, peak_mib=peak)
    if "predict_step" in given.what:
        with torch.no_grad():
            times = fno.milliseconds(predictor(case, variant), given, given.steps)
        fno.report(given, facts, "predict_step", case._replace(batch=1), times)


def main():
    if given.threads:
        torch.set_num_threads(given.threads)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    device = torch.cuda.get_device_name() if given.device == "cuda" else f"cpu, {torch.get_num_threads()} threads"
    for case in given.cases:
        for variant in given.variants:
            if variant == "graph" and given.device == "cpu":
                continue
            facts = {"framework": "torch", "version": torch.__version__, "variant": variant, "device": device}
            try:
                measure(case, variant, facts)
            except Exception as error:  # a variant that does not compile is a result, not the end
                fno.report(given, facts, given.what[0], case, error=error)


if __name__ == "__main__":
    main()
