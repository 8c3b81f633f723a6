"""Run by torchrun: one of several processes of a training."""

import os
import sys

import stepline
from stepline.integrations.huggingface import StepLineCallback
from tiny_trainer import trainer_of

folder = sys.argv[1]
is_first = os.environ["RANK"] == "0"
trainer = trainer_of(
    f"{folder}/out",
    StepLineCallback(f"{folder}/callback", every=1),
    max_steps=2,
    eval_strategy="no",
    ddp_backend="gloo",
)
if is_first:
    # The trainer wraps the model in DistributedDataParallel later.
    stepline.watch(trainer.model, stepline.SummaryWriter(f"{folder}/watched"), every=1)
trainer.train()
assert trainer.args.world_size == 2
