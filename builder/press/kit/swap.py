"""Two folders that change places in one step, where the system can."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

# From linux/fs.h and from sys/stdio.h of macOS.
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2
_AT_FDCWD = -100
_CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)


def change_places(one: Path, other: Path) -> bool:
    """Swap two paths of one file system, so that nobody ever finds either of them missing.

    Returns whether the system can do so; nothing has happened if not.

    Raises:
        OSError: it can, and it went wrong.
    """
    import ctypes

    library: Any = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None
    first, second = os.fsencode(one), os.fsencode(other)
    if hasattr(library, "renameat2"):
        result = library.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _RENAME_EXCHANGE)
    elif hasattr(library, "renamex_np"):
        result = library.renamex_np(first, second, _RENAME_SWAP)
    else:
        return False
    if result == 0:
        return True
    code = ctypes.get_errno()
    if code in _CANNOT:
        return False
    raise OSError(code, os.strerror(code), str(other))
