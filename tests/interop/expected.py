"""What a kind of summary must hold, computed here in the plainest way."""

import numpy as np


def pr_curve(labels, predictions, thresholds, weights=None):
    """[6, thresholds]: true positives, false positives, true negatives, false
    negatives, precision, recall, where what is at least a threshold is positive."""
    labels = np.asarray(labels).astype(bool)
    weights = np.ones(len(labels)) if weights is None else np.asarray(weights, np.float64)
    bucket = np.floor(np.asarray(predictions) * (thresholds - 1)).astype(int)
    columns = []
    for threshold in range(thresholds):
        positive = bucket >= threshold
        tp = weights[positive & labels].sum()
        fp = weights[positive & ~labels].sum()
        tn = weights[~positive & ~labels].sum()
        fn = weights[~positive & labels].sum()
        precision = tp / max(tp + fp, 1e-7)
        recall = tp / max(tp + fn, 1e-7)
        columns.append([tp, fp, tn, fn, precision, recall])
    return np.array(columns).T


def tiled(videos):
    """[N, T, C, H, W] as [T, rows * H, columns * W, C]: as many columns as rows, or
    twice as many, both powers of two."""
    n, t, c, h, w = videos.shape
    tiles = 1 << (n - 1).bit_length()
    rows = 1 << ((tiles.bit_length() - 1) // 2)
    columns = tiles // rows
    frames = np.zeros((t, rows * h, columns * w, c), videos.dtype)
    for i, video in enumerate(videos):
        y, x = i // columns * h, i % columns * w
        frames[:, y : y + h, x : x + w] = video.transpose(0, 2, 3, 1)
    return frames
