"""A Trainer that is done in a second, with a model made from its configuration."""

import numpy as np
import torch
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments

WITHOUT_DROPOUT = {"resid_pdrop": 0.0, "embd_pdrop": 0.0, "attn_pdrop": 0.0}
MODEL = GPT2Config(
    vocab_size=32, n_positions=16, n_embd=8, n_layer=1, n_head=2, **WITHOUT_DROPOUT
)


class Tokens(torch.utils.data.Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, i):
        tokens = (torch.arange(8) + i) % 32
        return {"input_ids": tokens, "labels": tokens}


def accuracy(prediction):
    right = prediction.predictions.argmax(-1)[:, :-1] == prediction.label_ids[:, 1:]
    return {"accuracy": np.float32(right.mean()), "remark": "**fine**"}


def trainer_of(folder, *callbacks, **options):
    settings = {
        "max_steps": 6,
        "logging_steps": 2,
        "eval_strategy": "steps",
        "eval_steps": 3,
        "save_strategy": "no",
        "per_device_train_batch_size": 4,
        "learning_rate": 0.01,
        "use_cpu": True,
        "disable_tqdm": True,
        "report_to": "none",
        **options,
    }
    torch.manual_seed(0)
    return Trainer(
        GPT2LMHeadModel(MODEL),
        TrainingArguments(str(folder), **settings),
        train_dataset=Tokens(),
        eval_dataset=Tokens(),
        compute_metrics=accuracy,
        callbacks=list(callbacks),
    )
