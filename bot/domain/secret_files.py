"""Files that hold secrets by habit: a planner neither reads nor names what stands in them."""

from __future__ import annotations

import re

_NAMES = frozenset(
    [
        *(".env", ".envrc", ".netrc", "_netrc", ".pgpass", ".htpasswd", ".npmrc", ".pypirc"),
        *(".dockercfg", ".git-credentials", ".my.cnf", ".boto", ".s3cfg", "kubeconfig"),
        *("master.key", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "credentials", "secrets"),
    ]
)
_ENDINGS = (
    *(".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk", ".ovpn"),
    *(".tfvars", ".tfstate", ".tfstate.backup", ".mobileprovision"),
)
_FOLDERS = frozenset({".ssh", ".aws", ".gnupg", ".kube", ".docker"})
_DATA = re.compile(
    r"(?:credentials?|secrets?|service[_-]?account[\w-]{0,80}|\w{0,80}[_-]credentials?)"
    r"\.(?:json|ya?ml|toml|ini|cfg|conf|properties|xml|txt|csv|env)"
)
_EXAMPLE = re.compile(r"(?:^|[._-])(?:example|sample|template|dist|tmpl|default|test)s?(?:[._-]|$)")


def is_secret_file(path: str) -> bool:
    """Say whether a file holds secrets by its name: `.env`, `*.pem`, `id_rsa`, `credentials.json`.

    Examples of such files (`.env.example`) and public keys are none.
    """
    *above, name = path.lower().split("/")
    if _FOLDERS.intersection(above):
        return True
    if _EXAMPLE.search(name) or name.endswith(".pub"):
        return False
    return (
        name in _NAMES
        or name.startswith(".env.")
        or name.endswith(_ENDINGS)
        or _DATA.fullmatch(name) is not None
    )
