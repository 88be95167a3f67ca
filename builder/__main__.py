"""The program ``brainbug``, also run as ``python -m builder``.

Ctrl-C becomes an exception only while a command runs, which reports it. Before that, while modules are
imported, and after it, Ctrl-C ends the process without a traceback.
"""

import gc
import sys
from signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal

# The number of new objects before the next garbage collection.
_YOUNG = 50_000


def main() -> None:
    """Run the command line."""
    # Commands make few cycles and keep most of what they make: to look for garbage less often saves a tenth.
    gc.set_threshold(_YOUNG, *gc.get_threshold()[1:])
    # A process that is started in the background may ignore Ctrl-C, and goes on ignoring it.
    takes_interrupts = getsignal(SIGINT) is default_int_handler
    try:
        if takes_interrupts:
            signal(SIGINT, SIG_DFL)
        from builder.cli.main import main as run

        try:
            if takes_interrupts:
                signal(SIGINT, default_int_handler)
            run()
        finally:
            # Otherwise Python searches all objects for garbage before it ends, a tenth of a short command.
            gc.freeze()
            if takes_interrupts:
                signal(SIGINT, SIG_DFL)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
