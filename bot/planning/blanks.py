"""Blanks: text that says nothing (prompts of templates, empty answers), and text that must not be kept."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.words import words

# What GitHub's own and the commonest templates leave behind when nobody fills them in.
_PROMPTS = frozenset(
    " ".join(words(line))
    for line in """
_No response_
N/A
None
A clear and concise description of what the bug is.
A clear and concise description of what you expected to happen.
A clear and concise description of what you want to happen.
A clear and concise description of what the problem is.
A clear and concise description of any alternative solutions or features you've considered.
A clear and concise description of what the problem is. Ex. I'm always frustrated when [...]
Ex. I'm always frustrated when [...]
Add any other context about the problem here.
Add any other context or screenshots about the feature request here.
If applicable, add screenshots to help explain your problem.
Steps to reproduce the behavior:
Go to '...'
Click on '....'
Scroll down to '....'
See error
OS: [e.g. iOS]
Browser [e.g. chrome, safari]
Version [e.g. 22]
Device: [e.g. iPhone6]
OS: [e.g. iOS8.1]
Browser [e.g. stock browser, safari]
Describe the bug
Describe the solution you'd like
Please describe
As a user, I want, so that
As a [type of user], I want [goal], so that [benefit]
Given, When, Then
Criterion 1
Criterion 2
Criterion 3
First step
Second step
Step 1
Step 2
Step 3
Lorem ipsum
""".splitlines()
    if line.strip()
)
_PLACEHOLDER = Lazy(
    r"(?i)^(?!\([a-e1-5]\))[\[<({]{1,2}[a-z0-9 ,.'/_-]{0,80}[\])>}]{1,2}\.?$|^[.…_*-]{2,}$"
)
_SECRETS = Lazy(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}(?:-----END [A-Z ]{0,30}-----)?"
    r"|\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}"
    r"|AKIA[0-9A-Z]{16}|xox[abposr]-[A-Za-z0-9-]{10,200}|sk-[A-Za-z0-9_-]{20,200}"
    r"|glpat-[A-Za-z0-9_-]{20,100}|AIza[A-Za-z0-9_-]{35}|npm_[A-Za-z0-9]{36}"
    r"|eyJ[A-Za-z0-9_-]{10,1000}\.[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,1000})"
)
REMOVED = "[removed: looks like a secret]"


_PLEDGE = Lazy(
    r"(?i)^(?:i(?:'ve| have| am|'m| agree| confirm| understand| would| will| can| searched"
    r"| read| checked| want to)|yes, i)\b.{0,160}"
    r"\b(?:search\w*|duplicates?|existing issues?|code of conduct|docs|documentation|read"
    r"|latest|pr|pull request|contribut\w+|guidelines?|willing"
    r"|faq|checked|version|agree|template|security|help|submit|fix)\b"
    r"|^i have (?:verified|included|reproduced|tried|confirmed|updated|tested|ticked)\b"
    r"|^(?:this has already been|there is no existing|this issue (?:is|has) not)"
    r"|^(?:this is not a duplicate|no duplicate|searched (?:the )?(?:existing )?issues)"
)


# A template's own words on what belongs here, in whatever wording it has them.
_PROMPT = Lazy(
    r"(?i)^(?:an? )?(?:clear|short|brief|concise|detailed)(?: and (?:clear|concise|detailed"
    r"|short))?,? "
    r"(?:description|summary|explanation|overview) of\b|^(?:ex|example|e\.g|z\. ?b"
    r"|p\. ?ej)\.?:?(?: v?[0-9.]+\.?)?$"
    r"|^(?:ce que vous (?:attendiez|avez fait)|was (?:du|sie) erwartet\w*(?: hast| haben)?"
    r"|lo que esperaba\w*"
    r"|what (?:did )?you (?:expect(?:ed)?|did|do)(?: to happen)?)\W*$|^ex\.$"
    r"|^i'm always frustrated when \[?\.{3}"
    r"|^(?:please )?(?:describe|décri\w+|beschreib\w*|descri[bv]a|explain|tell us|provide|list"
    r"|add|paste|fill in|attach|include|write)\b.{0,120}"
    r"\b(?:here|ici|aquí|hier|below|if applicable|if any|as much detail)\b.{0,20}$"
)


def is_pledge(text: str) -> bool:
    """Say whether a box is one of those that forms make people tick: `I have searched …`."""
    return bool(_PLEDGE.match(text[:300]))


def is_blank(text: str) -> bool:
    """Say whether a passage is a prompt or placeholder that nobody filled in."""
    plain = " ".join(words(text[:400]))
    return (
        not plain
        or plain in _PROMPTS
        or bool(_PLACEHOLDER.match(text.strip()) or _PROMPT.match(text))
    )


def without_secrets(text: str) -> str:
    """Replace what looks like a token or a private key, so that no plan repeats it."""
    return _SECRETS.sub(REMOVED, text)
