"""One script per promise of speed; each prints one figure against a floor of the same run."""
