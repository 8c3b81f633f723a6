"""The version of tensorboardX whose calls we take."""

__version__ = version = "2.6.5"
__version_tuple__ = version_tuple = (2, 6, 5)
