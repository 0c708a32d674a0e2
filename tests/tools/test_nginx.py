"""Finding nginx for the tests behind a proxy, or installing it."""

from __future__ import annotations

import shutil

import pytest

from tools import debian, nginx


@pytest.mark.parametrize("is_root", [True, False])
def test_it_is_installed_where_there_is_none_and_we_may(
    monkeypatch: pytest.MonkeyPatch, is_root: bool
) -> None:
    tried: list[str] = []

    def runs(command: list[str]) -> bool:
        tried.append(" ".join(command))
        return True

    monkeypatch.setattr(debian, "runs", runs)
    monkeypatch.setattr("os.geteuid", lambda: 0 if is_root else 1000)
    monkeypatch.setattr(
        shutil, "which", lambda name, path=None: "/bin/apt-get" if "apt" in name else None
    )
    assert nginx.install() == is_root
    assert [command.endswith(f" {nginx.PACKAGE}") for command in tried] == [True] * is_root


def test_one_that_is_there_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: f"/usr/sbin/{name}")
    assert nginx.nginx() == "/usr/sbin/nginx"
    assert nginx.install()
