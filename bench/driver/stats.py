"""What a list of rounds says: the median, the spread, and how far the median can be trusted."""

from math import sqrt
from statistics import median, quantiles


def quartiles(values):
    """The lower and the upper; None where there are too few values."""
    if len(values) < 3:
        return None
    low, _, high = quantiles(values, n=4)
    return low, high


def spread_of(values):
    """Half the distance between the quartiles over the median.

    A value of 0.02 says that half of the rounds lie within 2 % or so."""
    if not quartiles(values) or median(values) == 0:
        return None
    low, high = quartiles(values)
    return (high - low) / 2 / abs(median(values))


def doubt_of(values):
    """How far this median may lie from that of endless rounds, either way, nine times in ten.

    This is the notch of a box plot: 1.57 times the distance of the quartiles, over the root of the
    number of rounds."""
    if not quartiles(values):
        return float("inf")
    low, high = quartiles(values)
    return 1.57 * (high - low) / sqrt(len(values))


def known(values, at_least, wanted):
    """Whether enough rounds were taken and their spread is as small as wanted."""
    spread = spread_of(values)
    return len(values) >= at_least and spread is not None and spread <= wanted
