"""Tests of domain.axes."""
