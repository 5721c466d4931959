"""Tests of domain.duels."""
