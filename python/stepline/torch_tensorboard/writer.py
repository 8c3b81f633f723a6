"""`SummaryWriter` and `FileWriter`."""

from stepline._file_writer import FileWriter
from stepline.writer import SummaryWriter

__all__ = ["FileWriter", "SummaryWriter"]
