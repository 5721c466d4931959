"""How often cycles are looked for, and that it is as before when nobody asks for that any more."""

import gc

from adapters.cycles import seldom_collected


def test_cycles_are_looked_for_less_often_in_the_block_and_as_before_behind_it() -> None:
    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_threshold() > before
        assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
