"""The console script: the command line, and `serve`, which answers over HTTP."""

import sys

from adapters.cli.app import command_line
from adapters.cli.ending import run
from api.problems import problem_document


def main() -> None:
    """Run the command line of this process and exit with its code."""
    app = command_line()
    sys.exit(run(app, sys.argv[1:], described=problem_document))


if __name__ == "__main__":
    main()
