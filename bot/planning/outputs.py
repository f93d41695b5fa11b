"""Outputs: sentences that are what a program printed, pasted without a fence: traces, log lines, versions."""

from __future__ import annotations

from bot.planning.lazy import Lazy

_PRINTED = Lazy(
    r"(?i)(?:^|\s)at [\w$.<>]+\([^)]{0,80}\)|\bat [\w$.<>]{3,}\.[\w$<>]+\(|:line [0-9]+\b"
    r"|\bLineNumber: [0-9]|^(?:fail|crit|warn|error|fatal|info|debug|trace|err|e/\w+|w/\w+)(?::"
    r"|\[[^\]]*\]:?) +\S|^(?:traceback|stack ?trace|caused by|goroutine [0-9]+"
    r"|thread '[^']+' panicked|exception in thread)\b|^[\w.]{3,80}(?:Error|Exception): "
    r"|\b[\w.]{3,80}\.[A-Z]\w+(?:Error|Exception): \S|^Path: \$"
    r"|^\[?[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}"
    r"|^[0-9]{2}:[0-9]{2}:[0-9]{2}[.,][0-9]{3}\b|^file \"[^\"]+\", line [0-9]+"
    r"|^\S+\.\w{1,4}:[0-9]+(?::[0-9]+)?: |\b0x[0-9a-f]{6,}\b"
)
_VERSIONED = Lazy(
    r"(?i)^(?P<what>(?:[\w.+-]+ ){1,3})v?[0-9]+\.[0-9]+(?:\.[0-9]+)?[\w.+-]*"
    r"(?P<rest>(?:(?:, | and | on | / |; | \().{0,60})?)\.?$"
)
_TELLS = Lazy(
    r"(?i)\b(?:should|must|shall|is|are|was|to|from|in|becomes?|needs?|has|have|for|exact(?:ly)?"
    r"|at least|only|not|no|if|when|return\w*|keeps?|stays?|use[sd]?|->|=)\b|->|→|=>|>=|<=|="
)
_STATED = Lazy(r"(?i)^[^:]{1,40}: (?:is|are|should|must|may|shall|stays?|becomes?) ")
_SAME = Lazy(
    r"(?i)^(?:(?:the )?same (?:here|for me|for us|problem|issue|thing here|story|on my)|here too"
    r"|me too|us too|confirmed|can confirm|i can reproduce|reproduced|happens (?:here|to me"
    r"|to us) too|also (?:here|seen)|ditto|bump|any news|\+1)\b.{0,60}$"
)


def is_output(text: str) -> bool:
    """Say whether a sentence is a pasted line of output, a mere version, or a mere `same here`."""
    plain = text[:400].strip()
    if _SAME.match(plain) or (_PRINTED.search(plain) and not _STATED.search(plain)):
        return True
    version = _VERSIONED.match(plain)
    return version is not None and not _TELLS.search(version["what"] + version["rest"][:12])
