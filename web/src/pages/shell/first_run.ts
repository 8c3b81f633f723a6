/** The first run in a few lines, for those who have none yet. */

export type Language = 'python' | 'cpp' | 'huggingface' | 'lightning';

export const kLanguages: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'python', label: 'Python' },
  { value: 'cpp', label: 'C++' },
  { value: 'huggingface', label: 'Hugging Face' },
  { value: 'lightning', label: 'Lightning' },
];

export function firstRunCode(language: Language, directory: string): string {
  const run = JSON.stringify(`${directory}/first`);
  switch (language) {
    case 'python':
      return `from torch.utils.tensorboard import SummaryWriter

w = SummaryWriter(${run})
for step in range(1000):
    w.add_scalar("train/loss", 1 / (step + 1), step)
w.close()`;
    case 'cpp':
      return `#include <stepline/summary_writer.h>

int main() {
  stepline::SummaryWriter writer(${run});
  for (int step = 0; step < 1000; ++step) {
    writer.add_scalar("train/loss", 1.0 / (step + 1), step);
  }
}`;
    case 'huggingface':
      return `from transformers import TrainingArguments

args = TrainingArguments(
    output_dir="model",
    logging_dir=${run},
    report_to="tensorboard",
)`;
    case 'lightning':
      return `from lightning.pytorch import Trainer
from lightning.pytorch.loggers import TensorBoardLogger

logger = TensorBoardLogger(${JSON.stringify(directory)}, name="first")
trainer = Trainer(logger=logger)`;
  }
}
