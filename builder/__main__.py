"""``python -m builder`` is ``brainbug``."""

from builder.cli.main import main

if __name__ == "__main__":
    main()
