"""The token of GitHub's own command line, for people who have signed in with it. Starts one process."""

from __future__ import annotations

import re
import subprocess

TIMEOUT = 10.0


def token(host: str) -> str:
    """What `gh auth token` prints for a host; empty where there is no gh, or nobody has signed in.

    https://cli.github.com/manual/gh_auth_token
    """
    try:
        ran = subprocess.run(
            ["gh", "auth", "token", "--hostname", host],
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    text = ran.stdout.decode("ascii", "replace").strip()
    return text if not ran.returncode and re.fullmatch("[!-~]{1,500}", text) else ""
