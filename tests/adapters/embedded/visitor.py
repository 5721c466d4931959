"""Another process that uses a data folder: `python -m tests.adapters.embedded.visitor FOLDER`.

It prints what happens to it, a line each, and stays until its input ends.
"""

import argparse
import os
import pwd
import sys
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded import Binaries, running, shipped


def main() -> None:
    """Comes in, says so, stays, goes, says so."""
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--user")
    options.add_argument("--programs", type=Path, default=shipped().folder)
    options.add_argument("--setting", action="append", default=[])
    asked = options.parse_args()
    binaries = Binaries(folder=asked.programs)
    if asked.user:
        _become(asked.user)
    settings = dict(setting.split("=", 1) for setting in asked.setting)
    try:
        with running(
            asked.folder, binaries=binaries, settings=settings, progress=_waits
        ) as cluster:
            _say("in", cluster.admin_url())
            sys.stdin.read()
        _say("out")
    except CannotStart as error:
        _say("refused", error.detail)
    except KeyboardInterrupt:
        _say("interrupted")


def _waits(line: str) -> None:
    _say("waits", line)


def _say(what: str, line: str = "") -> None:
    sys.stdout.write(f"{what} {line}\n")
    sys.stdout.flush()


def _become(name: str) -> None:
    entry = pwd.getpwnam(name)
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


if __name__ == "__main__":
    main()
