"""RSA keys and signed tokens for Apps, made once for the whole process."""

from __future__ import annotations

import functools
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa


@functools.cache
def private_key() -> rsa.RSAPrivateKey:
    """Return the process-wide key; generating 2048 bits can take up to a second."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@functools.cache
def private_key_pem() -> str:
    """Return the process-wide key as PKCS#8 PEM, the form a GitHub App's key is downloaded in."""
    encoded = private_key().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return encoded.decode()


def sign(payload: dict[str, Any]) -> str:
    """Sign an App's JWT; reading the PEM anew for each one would cost about 40 ms."""
    return jwt.encode(payload, private_key(), algorithm="RS256")
