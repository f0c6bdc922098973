"""What a list of rounds says: the median, and how far it can be trusted."""

from statistics import median, quantiles


def spread_of(values):
    """Half the distance between the quartiles over the median: 0.02 says half of the rounds lie within 2 % or so."""
    if len(values) < 3 or median(values) == 0:
        return None
    low, _, high = quantiles(values, n=4)
    return (high - low) / 2 / abs(median(values))


def known(values, at_least, wanted):
    """Whether enough rounds were taken and their spread is as small as wanted."""
    spread = spread_of(values)
    return len(values) >= at_least and spread is not None and spread <= wanted
