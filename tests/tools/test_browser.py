"""Finding a browser for the browser tests, or installing one."""

from __future__ import annotations

import shutil

import pytest

from tools import browser, debian


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """On a machine without a browser where nothing can be installed: what was tried."""
    tried: list[str] = []

    def fails(command: list[str]) -> bool:
        tried.append(" ".join(command))
        return False

    monkeypatch.setattr(debian, "runs", fails)
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/apt-get" if "apt" in name else None)
    return tried


def test_of_the_browsers_of_the_system_the_one_without_a_window_is_taken(
    commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert browser.chromium() == "/bin/chromium-headless-shell"
    assert browser.install()
    assert commands == []


@pytest.mark.parametrize(("user", "tries_debian"), [(0, True), (1000, False)])
def test_another_is_taken_where_that_one_cannot_be_installed(
    commands: list[str], monkeypatch: pytest.MonkeyPatch, user: int, tries_debian: bool
) -> None:
    there = ("apt-get", "chromium")
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name in there else None)
    monkeypatch.setattr("os.geteuid", lambda: user)
    assert browser.install()
    assert browser.chromium() == "/bin/chromium"
    tried = [command for command in commands if "chromium-headless-shell" in command]
    assert bool(tried) == bool(commands) == tries_debian


@pytest.mark.parametrize(("user", "tries_debian"), [(0, True), (1000, False)])
def test_what_is_tried_without_one(
    commands: list[str], monkeypatch: pytest.MonkeyPatch, user: int, tries_debian: bool
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    assert not browser.install()
    for package in ("chromium-headless-shell", "chromium"):
        tried = [command for command in commands if "apt-get" in command]
        assert any(command.endswith(f" {package}") for command in tried) == tries_debian
    assert commands[-1].endswith("playwright install --only-shell chromium")
