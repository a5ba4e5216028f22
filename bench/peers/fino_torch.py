#!/usr/bin/env python3
"""FINO's layers in PyTorch, for one purpose: how long cuDNN takes for them, captured in a CUDA graph.

    python3 bench/peers/fino_torch.py

Default sizes of tfsno's FINO, forward and backward without optimiser, TF32 allowed; with and without cuDNN's search for
algorithms and, on planes, channels last. Needs a GPU.
"""
import time

import torch
import torch.nn.functional as F
from torch import nn

torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.allow_tf32 = True
ROUNDS = 50


def network(dim):
    channels, width = ([48, 96, 128], 5) if dim == 1 else ([64, 128, 192], 3)
    conv = nn.Conv1d if dim == 1 else nn.Conv2d

    class Step(nn.Module):
        def __init__(self, c):
            super().__init__()
            self.stencil, self.gate, self.fuse = conv(c, c, width), conv(c, c, 1), conv(c, c, 1, bias=False)

        def forward(self, u):
            s = self.stencil(F.pad(u, (width // 2,) * 2 * dim, mode="circular"))
            return u + self.fuse(torch.sigmoid(self.gate(s)) * s)

    class Fino(nn.Module):
        def __init__(self):
            super().__init__()
            self.lift, self.head = conv(1, channels[0], 1), conv(channels[0], 1, 1)
            self.stages = nn.ModuleList(nn.Sequential(Step(channels[i]), Step(channels[i])) for i in (0, 1, 2, 1, 0))
            self.down = nn.ModuleList(conv(channels[i], channels[i + 1], 2, stride=2) for i in (0, 1))
            self.up = nn.ModuleList(conv(channels[i + 1], channels[i], 1) for i in (0, 1))

        def forward(self, u):
            a = self.stages[0](self.lift(u))
            b = self.stages[1](self.down[0](a))
            m = self.stages[2](self.down[1](b))
            x1 = self.stages[3](F.interpolate(self.up[1](m), scale_factor=2) + b)
            x0 = self.stages[4](F.interpolate(self.up[0](x1), scale_factor=2) + a)
            return self.head(x0)

    return Fino().cuda()


def milliseconds(dim, search, channels_last):
    torch.backends.cudnn.benchmark = search
    net = network(dim)
    u = torch.randn(*((32, 1, 256) if dim == 1 else (16, 1, 64, 64)), device="cuda")
    if channels_last:
        net, u = net.to(memory_format=torch.channels_last), u.to(memory_format=torch.channels_last)

    def step():
        for p in net.parameters():
            p.grad = None
        net(u).square().mean().backward()

    with torch.cuda.stream(torch.cuda.Stream()):
        for _ in range(3):
            step()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    torch.cuda.synchronize()
    start = time.time()
    for _ in range(ROUNDS):
        graph.replay()
    torch.cuda.synchronize()
    return (time.time() - start) / ROUNDS * 1000


for dim in (1, 2):
    for search in (False, True):
        for channels_last in (False, True)[:dim]:
            found = milliseconds(dim, search, channels_last)
            print(f"{dim}D  search {search!s:5}  channels last {channels_last!s:5}  {found:.3f} ms", flush=True)
