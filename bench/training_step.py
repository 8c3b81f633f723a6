"""What logging adds to a step of a real training: a small transformer on the
CPU, 200 scalars, 20 histograms and an image at each step."""

import itertools
import statistics
import time

import torch

SCALARS = 200
HISTOGRAMS = 20
STEPS_AT_ONCE = 4


class Training:
    def __init__(self):
        torch.manual_seed(1)
        layer = torch.nn.TransformerEncoderLayer(128, 4, 256, batch_first=True)
        self.model = torch.nn.Sequential(
            torch.nn.Embedding(512, 128),
            torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False),
            torch.nn.Linear(128, 512),
        )
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        self.tokens = torch.randint(512, (16, 65))
        self.picture = torch.rand(3, 64, 64)
        self.parameters = list(itertools.islice(self.model.named_parameters(), HISTOGRAMS))

    def step(self):
        scores = self.model(self.tokens[:, :-1])
        loss = torch.nn.functional.cross_entropy(scores.flatten(0, 1), self.tokens[:, 1:].flatten())
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss

    def log(self, writer, loss, step):
        value = loss.item()
        for i in range(SCALARS):
            writer.add_scalar(f"train/metric_{i}", value + i, step)
        for name, parameter in self.parameters:
            writer.add_histogram(name, parameter, step)
        writer.add_image("picture", self.picture, step)


def measure(writer, smoke):
    """Milliseconds that a step takes longer when it is logged, all told; steps
    with and without take turns."""
    training = Training()
    for _ in range(STEPS_AT_ONCE):
        training.step()  # The first ones are slow.
    times = {True: [], False: []}
    for turn in range(2 if smoke else 30):
        logged = turn % 2 == 1
        for i in range(STEPS_AT_ONCE):
            begin = time.perf_counter()
            loss = training.step()
            if logged:
                training.log(writer, loss, turn * STEPS_AT_ONCE + i)
            times[logged].append((time.perf_counter() - begin) * 1e3)
        writer.flush()
    return statistics.median(times[True]) - statistics.median(times[False]), statistics.median(times[False])
