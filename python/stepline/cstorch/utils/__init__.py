from stepline.cstorch.utils import data, tensorboard

__all__ = ["data", "tensorboard"]
