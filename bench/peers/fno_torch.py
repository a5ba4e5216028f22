#!/usr/bin/env python3
"""A plain FNO in PyTorch, for one purpose: milliseconds of a train step beside `tfsno perf`.

    python3 bench/peers/fno_torch.py [--device cuda] [--cases 1d-20,2d-20] [--variants eager,compile,graph] [--json FILE]

Real FFT, exact GELU, AdamW with clipped gradients, MSE; float32 with TF32 products allowed. The batch lies on the device.
eager: as written. compile: the model through torch.compile. graph: the eager step captured in a CUDA graph (cuda only).
"""
import fno_cases as fno

given = fno.arguments(__doc__.splitlines()[0], ["eager", "compile", "graph"])
try:
    import torch
    from torch import nn
    from torch.nn import functional as F
except ImportError as error:
    fno.missing("PyTorch", error)


class SpectralConv(nn.Module):
    """Keeps the modes k = 0..M-1 (in 2D also -M..-1 along x) and mixes channels at each of them."""

    def __init__(self, case):
        super().__init__()
        self.modes, kept = case.modes, [case.modes] if case.dim == 1 else [2 * case.modes, case.modes]
        self.weight = nn.Parameter(torch.rand(case.width, case.width, *kept, 2) / case.width**2)

    def forward(self, z):
        m, phi = self.modes, torch.view_as_complex(self.weight)
        if z.dim() == 3:
            n = z.shape[-1]
            y = torch.einsum("bik,iok->bok", torch.fft.rfft(z, norm="forward")[..., :m], phi)
            return torch.fft.irfft(F.pad(y, (0, n // 2 + 1 - m)), n=n, norm="forward")
        h, w = z.shape[-2:]
        spectrum = torch.fft.rfft2(z, norm="forward")
        kept = torch.cat([spectrum[..., :m, :m], spectrum[..., -m:, :m]], -2)
        y = torch.einsum("bixy,ioxy->boxy", kept, phi)
        full = spectrum.new_zeros(*y.shape[:2], h, w // 2 + 1)
        full[..., :m, :m] = y[..., :m, :]
        full[..., -m:, :m] = y[..., m:, :]
        return torch.fft.irfft2(full, s=(h, w), norm="forward")


class Fno(nn.Module):
    def __init__(self, case):
        super().__init__()
        pointwise = nn.Conv1d if case.dim == 1 else nn.Conv2d
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


def trainer(case, variant):
    """The number of parameters, and a function that does n steps and waits for them."""
    torch.manual_seed(0)
    cuda = given.device == "cuda"
    model = Fno(case).to(given.device)
    shape = (case.batch, 1) + (case.points,) * case.dim
    u, target = (torch.randn(shape, device=given.device) for _ in range(2))
    adamw = torch.optim.AdamW(
        model.parameters(), lr=fno.RATE, weight_decay=fno.DECAY, fused=cuda, capturable=cuda and variant == "graph"
    )
    network = torch.compile(model) if variant == "compile" else model

    def step():
        adamw.zero_grad(set_to_none=True)
        F.mse_loss(network(u), target).backward()
        nn.utils.clip_grad_norm_(model.parameters(), fno.CLIP)
        adamw.step()

    once = captured(step) if variant == "graph" else step

    def steps(n):
        for _ in range(n):
            once()
        if cuda:
            torch.cuda.synchronize()

    return sum(p.numel() for p in model.parameters()), steps


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


def main():
    if given.threads:
        torch.set_num_threads(given.threads)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    device = torch.cuda.get_device_name() if given.device == "cuda" else f"cpu, {torch.get_num_threads()} threads"
    for case in given.cases:
        for variant in given.variants:
            if variant == "graph" and given.device == "cpu":
                continue
            facts = given, "torch", torch.__version__, variant, device, case, fno.parameters(case)
            try:
                size, steps = trainer(case, variant)
                assert size == fno.parameters(case), f"{size} parameters"
                fno.report(*facts, times=fno.milliseconds(steps, given))
            except Exception as error:  # a variant that does not compile is a result, not the end
                fno.report(*facts, error=error)


if __name__ == "__main__":
    main()
