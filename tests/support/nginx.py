"""A real nginx before servers, with the site of deploy/ changed as little as can be."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tools.nginx import nginx

from tests.support.project import ROOT
from tests.support.serving import HOST, free_port
from tests.support.waiting import wait_until

SITE = ROOT / "deploy/nginx-site.conf"
NAME = "games.example"
AROUND = """\
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/errors warn;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include site;
}}
"""


def why_none() -> str | None:
    """Why there can be no nginx here, if so."""
    if nginx() is None:
        return "there is no nginx (make test installs it where it may)"
    return "there is no openssl for its certificate" if shutil.which("openssl") is None else None


class Nginx:
    """nginx with TLS at a free port, for the site games.example under a path."""

    def __init__(self, folder: Path, backends: Sequence[int], prefix: str = "") -> None:
        self.folder = folder
        self.plain_port, self.port = free_port(), free_port()
        self.url = f"https://{HOST}:{self.port}"
        self.site = f"https://{NAME}:{self.port}{prefix}"
        certificate, key = self._certificate()
        servers = "\n".join(f"    server {HOST}:{port} max_fails=0;" for port in backends)
        changes = {
            "    server 127.0.0.1:8631 max_fails=0;": servers,
            "    listen 80;": f"    listen {HOST}:{self.plain_port};",
            "    listen [::]:80;\n": "",
            "    listen 443 ssl http2;": f"    listen {HOST}:{self.port} ssl http2;",
            "    listen [::]:443 ssl http2;\n": "",
            "/etc/letsencrypt/live/games.example/fullchain.pem": str(certificate),
            "/etc/letsencrypt/live/games.example/privkey.pem": str(key),
            "    location / {": f"    location {prefix}/ {{",
        }
        site = SITE.read_text("utf-8")
        for old, new in changes.items():
            assert old in site, f"{SITE} has no “{old}” any more"
            site = site.replace(old, new)
        (folder / "site").write_text(site, "utf-8")
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder), "utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def _certificate(self) -> tuple[Path, Path]:
        certificate, key = self.folder / "certificate.pem", self.folder / "key.pem"
        asked = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        files = ["-keyout", str(key), "-out", str(certificate), "-subj", f"/CN={NAME}"]
        subprocess.run([*asked, *files], check=True, capture_output=True)
        return certificate, key

    def __enter__(self) -> Nginx:
        found = nginx()
        assert found is not None
        command = [found, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        checked = subprocess.run([*command, "-t"], check=False, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        self._process = subprocess.Popen(command)
        wait_until(self._answers, "nginx answers")
        return self

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "errors").read_text()
        try:
            socket.create_connection((HOST, self.port)).close()
        except ConnectionError:
            return False
        return True

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait()
