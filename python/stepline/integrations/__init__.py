"""Ready-made logging for the frameworks that people train with.

`huggingface.StepLineCallback`, `lightning.StepLineLogger`, and `torch.watch`,
which is `stepline.watch`. Each needs its framework; this package needs none.
"""
