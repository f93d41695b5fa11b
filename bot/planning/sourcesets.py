"""Source sets: which tests can see a source where one module is built for several platforms.

A module of Kotlin Multiplatform keeps `src/androidMain`, `src/jvmMain`, `src/commonMain` and their tests
apart: what is written for one platform is not on the class path of another one's tests.
"""

from __future__ import annotations

import re

from bot.planning.words import word_set

# The targets of Kotlin Multiplatform; what is called otherwise (`commonJvmAndroid`) is shared by several.
_PLATFORMS = word_set(
    "android jvm js native wasm ios macos tvos watchos linux mingw apple desktop browser node"
)
_WHOLE = re.compile(r"(?:^|/)src/([a-z]+)Main/")
_TEST = re.compile(r"(?:^|/)src/([a-z]+)(?:[A-Z]\w*)?Test/")
_PLAIN = re.compile(r"(?:^|/)src/test/")


def can_see(test: str, source: str) -> bool:
    """Say whether a test can be of a source: not where both are of one platform each, and of two.

    `src/test` of another module is the JVM's; of the module for a platform, whose path says so, that one's.
    """
    main = _WHOLE.search(source)
    own = main[1] if main else ""
    if own not in _PLATFORMS:
        return True
    found = _TEST.search(test)
    if found:
        return found[1] == own or own in test[: found.start()].lower()
    return not _PLAIN.search(test) or own in ("jvm", "desktop") or own in test.lower()
