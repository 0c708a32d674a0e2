"""Python as it is on Windows, as far as matchwood can tell: run before anything of it is imported.

    python -m tests.support.windows import
    python -m tests.support.windows serve …        # as `matchwood serve …`

What our modules import is not what the rest of Python does: modules that only POSIX has are not
there, others lack what Windows lacks, `sys.platform` is win32, and there is a `msvcrt`. The rest of
Python stays as it is, so nothing is said of Windows itself.
"""

from __future__ import annotations

import asyncio
import builtins
import fcntl
import importlib
import os
import pkgutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

MISSING = {"resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "curses", "readline"}
MISSING |= {"syslog", "posix", "uvloop"}
"""Modules."""
POSIX_ONLY = {
    "os": (
        "chown fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid "
        "getpgrp getppid getpriority getsid getuid initgroups killpg mkfifo nice pread pwrite "
        "posix_fadvise posix_spawn register_at_fork sched_getaffinity sched_setaffinity "
        "sched_yield setegid seteuid setgid setpgid setpgrp setpriority setsid setuid statvfs "
        "sync sysconf uname wait wait3 wait4 waitid wait_status_to_exitcode"
    ),
    "signal": (
        "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGTTIN SIGTTOU "
        "SIGUSR1 SIGUSR2 SIGWINCH alarm pause pthread_kill pthread_sigmask setitimer sigwait"
    ),
    "socket": "AF_UNIX SO_REUSEPORT socketpair send_fds recv_fds",
    "sys": "abiflags",
}


def _lock(file: int, mode: int, size: int) -> None:
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _begin_process(*command: str, **manner: Any) -> Any:
    """`create_subprocess_exec` as on Windows: it takes `creationflags`, and nothing of POSIX."""
    if {"preexec_fn", "process_group", "start_new_session", "pass_fds"} & manner.keys():
        raise ValueError("not on Windows")
    flags.append(manner.pop("creationflags", 0))
    return asyncio.create_subprocess_exec(*command, **manner)


flags: list[int] = []
"""How processes were begun."""


CREATE_NEW_PROCESS_GROUP, BELOW_NORMAL_PRIORITY_CLASS = 0x200, 0x4000
EXCLUSIVE = socket.SO_KEEPALIVE
"""An option that a socket may have and by which it can be told that it was set."""


def _without(module: ModuleType, names: str, **added: object) -> ModuleType:
    found = ModuleType(module.__name__)
    vars(found).update(vars(module), **added)
    for name in names.split():
        vars(found).pop(name, None)
    return found


def modules() -> Mapping[str, ModuleType]:
    """What is given in the place of modules of Python."""
    real = {module.__name__: module for module in (os, signal, socket, sys)}
    changed: dict[str, dict[str, object]] = {
        "sys": {"platform": "win32"},
        "socket": {"SO_EXCLUSIVEADDRUSE": EXCLUSIVE},
    }
    found = {
        name: _without(module, POSIX_ONLY[name], **changed.get(name, {}))
        for name, module in real.items()
    }
    found["subprocess"] = _without(
        subprocess,
        "",
        CREATE_NEW_PROCESS_GROUP=CREATE_NEW_PROCESS_GROUP,
        BELOW_NORMAL_PRIORITY_CLASS=BELOW_NORMAL_PRIORITY_CLASS,
    )
    found["asyncio"] = _without(asyncio, "", create_subprocess_exec=_begin_process)
    msvcrt = found["msvcrt"] = ModuleType("msvcrt")
    vars(msvcrt).update(locking=_lock, LK_NBLCK=2)
    return found


def pretend() -> None:
    """From here on modules of matchwood are given what there is on Windows."""
    given, usual = modules(), builtins.__import__

    def find(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        asker = str((globals or {}).get("__name__", ""))
        if asker.partition(".")[0] != "matchwood" or level:
            return usual(name, globals, locals, fromlist, level)
        if name in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return given[name] if name in given else usual(name, globals, locals, fromlist, level)

    builtins.__import__ = find  # type: ignore[assignment]


def import_everything() -> None:
    import matchwood

    for module in pkgutil.walk_packages(matchwood.__path__, "matchwood."):
        if module.name.rpartition(".")[2] != "__main__":
            importlib.import_module(module.name)
            sys.stdout.write(f"{module.name}\n")


def main() -> None:
    pretend()
    if sys.argv[1:] == ["import"]:
        import_everything()
    else:
        from matchwood import cli

        sys.exit(cli.main(sys.argv[1:]))


if __name__ == "__main__":
    main()
