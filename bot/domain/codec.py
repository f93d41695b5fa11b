"""Record <-> hidden block: canonical JSON with revision, digest and, with a key, an HMAC.

The block stands at the end of the record comment. `<`, `>`, `&` and `--` cannot occur in it, so no
string of a record can end the HTML comment. A block that is not exactly what we wrote is damage, and
damage is never read as "no record".
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import math
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from bot.domain import markers
from bot.domain.migrations import migrated
from bot.domain.misfit import in_words
from bot.domain.record import SCHEMA_VERSION, Record
from bot.errors import RecordError

START = markers.BLOCK
END = markers.BLOCK_END
PART = "<!-- plangate:chunk\n"
PLAIN_LIMIT = 24_000
PART_ROOM = 60_000
HEADER_ROOM = 260
WHOLE = 100_000_000
NEWER = "PLANGATE-RECORD-003"
"""The code of a record that a newer version of plangate wrote."""
FORGED = "PLANGATE-RECORD-007"
"""The code of a record whose signature is not ours, or was taken away."""
UNSAVED = "PLANGATE-RECORD-008"
"""The code of a record that cannot be written."""
UNSIGNED = "PLANGATE-RECORD-016"
"""The code of a record without a signature, where there is a key."""
RESTORE = "Comment `/plan restore` on the issue"
"""How to fix a damaged record."""
INFLATED_LIMIT = 8_000_000
MOST_LEVELS, MOST_DIGITS = 100, 100
_TOO_DEEP = f"nested deeper than {MOST_LEVELS} levels"
_HEADER = re.compile(
    r"rev=([0-9]{1,12}) enc=(json|zlib) digest=([0-9a-f]{64})(?: mac=([0-9a-f]{64}))?"
    r"(?: parts=([0-9]{1,2}))?\r?\n"
)
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "--": "-\\u002d"}


@dataclass(frozen=True, slots=True)
class Seal:
    """What a block is bound to; `key` is empty when nobody set PLANGATE_RECORD_KEY.

    `kind` keeps a sealed copy from passing as the record itself.
    """

    repository_id: int
    issue: int
    key: bytes = b""
    kind: str = "record"

    def mac(self, revision: int, digest: str) -> str:
        """HMAC-SHA256 over repository, issue, kind, revision and the payload's digest."""
        bound = f"plangate {self.kind} {self.repository_id} {self.issue} {revision} {digest}"
        return hmac.new(self.key, bound.encode(), hashlib.sha256).hexdigest()


def to_json(record: Record) -> str:
    """A record as canonical JSON: sorted keys, no blanks; equal records give equal bytes."""
    data = record.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    data |= {
        "schemaVersion": record.schema_version,
        "revision": record.revision,
        "stage": record.stage.value,
    }
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def strict_json(text: str) -> Any:
    """Decoded JSON: finite numbers of at most 100 digits, no doubled keys, at most 100 levels deep.

    Raises RecordError for anything else.
    """
    try:
        data = json.loads(
            text,
            parse_constant=refuse_constant,
            parse_float=_finite,
            parse_int=_short,
            object_pairs_hook=_unique,
        )
        _refuse_depths(data)
        json.dumps(data, ensure_ascii=False).encode()
    except RecursionError:
        raise _damaged("PLANGATE-RECORD-001", f"the record is {_TOO_DEEP}") from None
    except ValueError as problem:
        raise _damaged("PLANGATE-RECORD-001", f"the record is not JSON ({problem})") from None
    return data


def from_json(text: str) -> Record:
    """Read a record from JSON. Raises RecordError for anything a record cannot be."""
    data = migrated(strict_json(text))
    if isinstance(data, dict) and _newer(data.get("schemaVersion")):
        what = f"schema {str(data['schemaVersion'])[:40]!r} is newer than this version of plangate"
        raise RecordError(NEWER, what, "Update plangate; this version does not change the record")
    try:
        return Record.model_validate_json(
            json.dumps(data), strict=True, by_alias=True, by_name=False
        )
    except (ValidationError, ValueError) as problem:
        why = "the record is invalid"
        if isinstance(problem, ValidationError):
            first = problem.errors()[0]
            why += f": {'.'.join(map(str, first['loc'])) or 'it'} {in_words(first)}"
        raise _damaged("PLANGATE-RECORD-002", why) from problem


def encode(record: Record, seal: Seal) -> str:
    """The hidden block of a record, however long."""
    return blocks(record, seal, WHOLE)[0]


def weight(text: str) -> int:
    """Bytes that a text of a record takes before it is compressed, whatever it is made of."""
    text = json.dumps(text, ensure_ascii=False)
    for plain, escaped in _ESCAPES.items():
        text = text.replace(plain, escaped)
    return len(text.encode("utf-8", "replace"))


def packed(text: str) -> int:
    """Characters that a text takes in the comments of a long record: compressed, in base64."""
    return 4 * -(-len(zlib.compress(text.encode("utf-8", "replace"))) // 3)


def blocks(record: Record, seal: Seal, room: int) -> tuple[str, tuple[str, ...]]:
    """The hidden block in at most `room` characters, and the chunks that did not fit into it.

    Long records are compressed first; chunks of at most PART_ROOM characters stand in comments of
    their own. Digest and signature cover the whole, so a missing or foreign chunk is damage.
    """
    text = to_json(record)
    encoding = "json"
    for plain, escaped in _ESCAPES.items():
        text = text.replace(plain, escaped)
    if len(text) > PLAIN_LIMIT:
        encoding = "zlib"
        text = base64.b64encode(zlib.compress(text.encode(), 6)).decode()
    payload = text.encode()
    digest = hashlib.sha256(payload).hexdigest()
    mac = f" mac={seal.mac(record.revision, digest)}" if seal.key else ""
    first = max(0, room - HEADER_ROOM)
    chunks = [text[n : n + PART_ROOM] for n in range(first, len(text), PART_ROOM)]
    parts = f" parts={len(chunks) + 1}" if chunks else ""
    head = f"{START}rev={record.revision} enc={encoding} digest={digest}{mac}{parts}\n"
    return f"{head}{text[:first]}{END}", tuple(chunks)


def stub(record: Record, seal: Seal) -> str:
    """The signed head of a block without the record: it names the revision where there is no room."""
    head = encode(record, seal).partition("\n")[0]
    return f"{head}{END}"


def decode(body: str, seal: Seal, chunks: Mapping[int, str] = MappingProxyType({})) -> Record:
    """The record in a comment body; `chunks` holds what stands in other comments, from 2 on.

    Raises RecordError, with a code, when it cannot be trusted.
    """
    body = body.replace("\r\n", "\n")  # a browser sends every line so, also ours
    at = body.rfind(START)
    end = body.find(END, at)
    header = _HEADER.match(body, at + len(START)) if at >= 0 else None
    if not header or end < 0:
        raise _damaged("PLANGATE-RECORD-004", "the hidden block is missing or cut")
    more = [chunks.get(n) for n in range(2, int(header[5] or 1) + 1)]
    if None in more:
        raise _damaged("PLANGATE-RECORD-012", "a comment that continues the record is missing")
    whole = "".join([body[header.end() : end], *(chunk or "" for chunk in more)])
    payload = whole.encode("utf-8", "replace")
    _verify(header, payload, seal)
    text = _inflate(payload) if header[2] == "zlib" else payload.decode()
    record = from_json(text)
    if record.revision != int(header[1]):
        raise _damaged("PLANGATE-RECORD-004", "the block and its header name different revisions")
    if record.repository_id not in (0, seal.repository_id):  # older records do not say
        raise _damaged("PLANGATE-RECORD-006", "the record belongs to another repository")
    if record.canonical_task_id != f"T-{seal.issue:05d}":
        raise _damaged("PLANGATE-RECORD-006", f"the record belongs to {record.canonical_task_id}")
    return record


def part_text(number: int, chunk: str) -> str:
    """The text of the comment that holds a chunk."""
    return f"The record of this issue continues here (part {number}).\n\n{PART}{chunk}{END}"


def chunk_of(body: str) -> str:
    """The chunk in a comment made by `part_text`."""
    return body.replace("\r\n", "\n").partition(PART)[2].partition(END)[0]


def digest_of(body: str, at: int) -> str:
    """The digest that the block at this place names; empty where there is none."""
    header = _HEADER.match(body, at + len(START)) if at >= 0 else None
    return header[3] if header else ""


def signed_revision(body: str, at: int, seal: Seal) -> int | None:
    """The revision of the block at this place, if its header was signed for `seal`.

    What stands under the header may be damaged all the same.
    """
    header = _HEADER.match(body, at + len(START)) if at >= 0 else None
    return int(header[1]) if seal.key and header and _signs(header, seal) else None


def _verify(header: re.Match[str], payload: bytes, seal: Seal) -> None:
    if hashlib.sha256(payload).hexdigest() != header[3]:
        raise _damaged("PLANGATE-RECORD-004", "the digest of the hidden block is wrong")
    if seal.key and not header[4]:
        raise _damaged(UNSIGNED, "the record was written before PLANGATE_RECORD_KEY was set")
    if seal.key and not _signs(header, seal):
        raise _damaged(FORGED, "the signature of the hidden block is wrong")


def _signs(header: re.Match[str], seal: Seal) -> bool:
    expected = seal.mac(int(header[1]), header[3])
    return hmac.compare_digest(expected.encode(), (header[4] or "").encode())


def _inflate(payload: bytes) -> str:
    try:
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(base64.b64decode(payload, validate=True), INFLATED_LIMIT)
        if unpacker.unconsumed_tail:
            raise ValueError("too large")
        return raw.decode()
    except (ValueError, zlib.error) as problem:
        raise _damaged(
            "PLANGATE-RECORD-004", f"the hidden block cannot be unpacked ({problem})"
        ) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({k for k, _ in pairs}) != len(pairs):
        raise ValueError("a key appears twice in one object")
    return dict(pairs)


def refuse_constant(name: str) -> Any:
    """Refuse `NaN` and its like, which Python reads and JSON does not know."""
    raise ValueError(f"{name} is not a JSON value")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError("a number is too large")
    return number


def _short(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has more than {MOST_DIGITS} digits")
    return int(digits)


def _refuse_depths(data: Any) -> None:
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(MOST_LEVELS):
        inner = (n.values() if isinstance(n, dict) else n for n in level)
        level = [child for each in inner for child in each if isinstance(child, dict | list)]
        if not level:
            return
    raise ValueError(_TOO_DEEP)


def _newer(version: object) -> bool:
    major = str(version or SCHEMA_VERSION).split(".")[0]
    if not (major.isascii() and major.isdigit()):
        return False
    return len(major) > 9 or int(major) > int(SCHEMA_VERSION.split(".")[0])


def _damaged(code: str, why: str) -> RecordError:
    return RecordError(code, why, RESTORE)
