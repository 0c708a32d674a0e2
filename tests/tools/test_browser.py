"""Finding a browser for the browser tests, or installing one."""

from __future__ import annotations

import shutil

import pytest

from tools import browser


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """On a machine without a browser where nothing can be installed: what was tried."""
    tried: list[str] = []

    def fails(command: list[str]) -> bool:
        tried.append(" ".join(command))
        return False

    monkeypatch.setattr(browser, "_runs", fails)
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/apt-get" if "apt" in name else None)
    return tried


def test_a_browser_of_the_system_is_taken(
    commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert browser.chromium() == "/bin/chromium"
    assert browser.install()
    assert commands == []


@pytest.mark.parametrize(("user", "tries_debian"), [(0, True), (1000, False)])
def test_what_is_tried_without_one(
    commands: list[str], monkeypatch: pytest.MonkeyPatch, user: int, tries_debian: bool
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    assert not browser.install()
    assert any("apt-get" in command for command in commands) == tries_debian
    assert commands[-1].endswith("playwright install chromium")
