"""Tests of domain.worldtime."""
