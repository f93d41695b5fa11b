"""Languages in one table: which files their test runners collect, and how a line that defines a test looks.

Every pattern is matched at the start of one line of at most 400 characters, without its indentation,
and takes time linear in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.domain.globs import fits

_NOTHING = re.compile(r"(?!)")
_SAID = r"""(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|`([^`\n]{1,200})`)"""
_TYPED = r"(?:[\w<>\[\],.?]{1,80} ){1,7}(\w{1,120})\s?(?:<\w{1,40}>)?\("
_SLASHES = ("//", "/*", "*")


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p})" for p in patterns)) if patterns else _NOTHING


@dataclass(frozen=True, slots=True)
class Language:
    """How tests are written in a language; a pattern's first group that matched is the test's name.

    `collected` are globs of the files that its test runner takes by itself. `defines` is a line that
    makes a test; `marks` one that makes a test of the function below it, which `named` names; `above`
    one that belongs to what stands below; `cases` one that holds cases of a test. `holds` opens what
    tests stand in, `outer` what that stands in, `other` begins something that is no test. `unit` is
    how far a level is indented.
    """

    name: str
    suffixes: frozenset[str]
    collected: tuple[str, ...]
    defines: re.Pattern[str]
    holds: re.Pattern[str] = _NOTHING
    other: re.Pattern[str] = _NOTHING
    marks: re.Pattern[str] = _NOTHING
    named: re.Pattern[str] = _NOTHING
    above: re.Pattern[str] = _NOTHING
    cases: re.Pattern[str] = _NOTHING
    outer: re.Pattern[str] = _NOTHING
    comments: tuple[str, ...] = _SLASHES
    unit: int = 4


LANGUAGES = (
    Language(
        "Python", frozenset({"py"}),
        ("**/test*.py", "**/*_test.py"),
        defines=_any(r"(?:async )?def (test\w{0,115})"),
        holds=_any(r"class \w"), other=_any(r"(?:async )?def \w"),
        above=_any("@"),
        cases=_any(r"@(?:pytest\.mark\.)?parametri[sz]e", r"@(?:parameterized|data|given|example)\b"),
        comments=("#",),
    ),
    Language(
        "JavaScript and TypeScript",
        frozenset({"js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"}),
        ("**/*.test.*", "**/*.spec.*", "**/*.cy.*", "**/*_test.*", "**/*-test.*",
         "**/*_spec.*", "**/test-*.*", "**/test.*", "**/tests.*", "**/__tests__/**", "**/test/**",
         "**/tests/**", "**/spec/**", "**/e2e/**", "**/cypress/**"),
        defines=_any(
            r"(?:await )?(?:it|test|fit|specify|scenario|Deno\.test|QUnit\.test|t\.test)"
            rf"(?:\.(?:only|each|concurrent|sequential|serial|failing|for|if)){{0,3}}\s?(?:\(\s?{_SAID}?|`)",
        ),
        holds=_any(r"(?:f?describe|context|suite)\b"),
        other=_any(r"(?:export )?(?:async )?function\b", r"(?:before|after)(?:Each|All)?\("),
        unit=2,
    ),
    Language(
        "Go", frozenset({"go"}), ("**/*_test.go",),
        defines=_any(r"func ((?:Test|Fuzz|Example)\w{0,115})\(", rf"\w{{1,20}}\.Run\({_SAID}"),
        other=_any(r"func\b"),
    ),
    Language(
        "Rust", frozenset({"rs"}), ("**/*.rs",),
        defines=_NOTHING,
        marks=_any(r"#\[(?:\w{1,40}::)?(?:test|rstest|test_case|quickcheck|proptest|wasm_bindgen_test)\b"),
        named=_any(r"(?:pub )?(?:async )?fn (\w{1,120})"),
        above=_any(r"#\["), cases=_any(r"#\[(?:case|test_case|values)\b"),
        holds=_any(r"mod \w", r"proptest! "), other=_any(r"(?:pub )?(?:async )?fn \w"),
    ),
    Language(
        "Java and Kotlin", frozenset({"java", "kt", "kts", "groovy"}),
        ("**/Test*.*", "**/*Test.*", "**/*Tests.*", "**/*TestCase.*", "**/IT*.*", "**/*IT.*",
         "**/*ITCase.*", "**/*Spec.*", "**/src/test/**", "**/src/*Test/**", "**/src/*test/**"),
        defines=_any(
            r"(?:\w{1,20} ){0,4}void (test\w{0,115})\s?\(", r"(?:\w{1,20} ){0,4}fun (test\w{0,115})\s?\(",
            r'(?:test|should|expect|it|then|scenario)\("([^"]{1,200})"\)', r'"([^"]{1,200})" \{',
            r"def [\"']([^\"']{1,200})[\"']\s?\(",
        ),
        marks=_any(r"@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b"),
        named=_any(r"(?:\w{1,20} ){0,5}fun (?:`([^`]{1,200})`|(\w{1,120}))", _TYPED),
        above=_any(r"@\w"), cases=_any(r"@(?:Value|Csv|CsvFile|Method|Enum|Arguments)Source\b"),
        holds=_any(r"(?:\w{1,20} ){0,4}(?:class|object)\b", r"(?:describe|context|given)\("),
        other=_any(r"(?:\w{1,20} ){0,5}fun\b", _TYPED),
    ),
    Language(
        "Scala", frozenset({"scala", "sc"}),
        ("**/*Test.*", "**/*Tests.*", "**/*Spec.*", "**/*Suite.*", "**/src/test/**"),
        defines=_any(
            r'(?:test|it|they|scenario|property)\("([^"]{1,200})"', r'(?:it|they) should "([^"]{1,200})"',
            r'"([^"]{1,200})"(?: should "[^"]{1,200}")? in\b',
        ),
        holds=_any(r"(?:\w{1,20} ){0,3}(?:class|object)\b", r"describe\("), other=_any(r"def \w"),
        unit=2,
    ),
    Language(
        "Ruby", frozenset({"rb"}), ("**/*_spec.rb", "**/*_test.rb", "**/test_*.rb"),
        defines=_any(
            rf"(?:it|specify|example|scenario|test|should)[ (]{{1,2}}{_SAID}", r"(?:it|specify) \{",
            r"def (test_\w{1,115})",
        ),
        holds=_any(r"(?:RSpec\.)?(?:describe|context|feature)\b", r"class \w"),
        other=_any(r"def \w", r"(?:before|after|around|let|subject)\b"),
        comments=("#",), unit=2,
    ),
    Language(
        "C#", frozenset({"cs", "fs"}), ("**/*.cs", "**/*.fs"),
        defines=_NOTHING,
        marks=_any(
            r"\[<?(?:\w{1,40}, ?)?(?:Fact|Theory|Test|TestMethod|DataTestMethod|TestCase|TestCaseSource"
            r"|InlineData|DataRow|Property)\b"
        ),
        named=_any(_TYPED, r"let (?:``([^`]{1,200})``|(\w{1,120}))"),
        above=_any(r"\["), cases=_any(r"\[<?(?:InlineData|DataRow|TestCase|MemberData|ClassData)\b"),
        holds=_any(r"(?:\w{1,20} ){0,4}class\b"), outer=_any(r"namespace [\w.]{1,200}\s?$"),
        other=_any(_TYPED),
    ),
    Language(
        "PHP", frozenset({"php"}), ("**/*Test.php", "**/*_test.php"),
        defines=_any(r"(?:\w{1,20} ){0,3}function (test\w{0,115})\s?\(", rf"(?:it|test)\({_SAID}"),
        marks=_any(r"#\[Test\b", r"/?\*{1,2} ?@test\b"),
        named=_any(r"(?:\w{1,20} ){0,3}function (\w{1,120})"),
        above=_any(r"#\[", r"/\*\*", r"\*"), cases=_any(r"#\[(?:DataProvider|TestWith)\b"),
        holds=_any(r"(?:\w{1,20} ){0,3}class\b", r"describe\("),
        other=_any(r"(?:\w{1,20} ){0,3}function\b"), comments=(*_SLASHES, "#"),
    ),
    Language(
        "C and C++", frozenset({"c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm"}), ("**",),
        defines=_any(
            r"(?:TEST_CASE|SCENARIO|SECTION|SUBCASE|TEST_METHOD|TEMPLATE_TEST_CASE)\(\s?\"?([^\")]{1,200})",
            r"(?:TYPED_)?TEST(?:_[FPGSVI]{1,4})?\(([^)]{1,200})\)",
            r"BOOST_[A-Z_]{0,20}TEST_CASE\(([^)]{1,200})", r"(?:START_TEST|CPPUNIT_TEST)\(([^)]{1,200})\)",
            r"(?:static )?(?:void|int) (test_?\w{1,115})\s?\(", r"- \(void\) ?(test\w{1,115})",
        ),
        holds=_any(r"(?:class|struct|@implementation)\b"), outer=_any(r"namespace\b"),
    ),
    Language(
        "Swift", frozenset({"swift"}), ("**",),
        defines=_any(r"(?:\w{1,20} ){0,3}func (test\w{0,115})\s?\(", rf"f?it\({_SAID}"),
        marks=_any(r"@Test\b"), named=_any(r"(?:\w{1,20} ){0,3}func (?:`([^`]{1,200})`|(\w{1,120}))"),
        above=_any(r"@\w"), holds=_any(r"(?:\w{1,20} ){0,3}(?:class|struct|extension)\b", r"describe\("),
        other=_any(r"(?:\w{1,20} ){0,3}func\b"),
    ),
    Language(
        "Shell", frozenset({"sh", "bash", "bats", "zsh"}), ("**",),
        defines=_any(
            rf"@test {_SAID}", r"(?:function )?(test\w{1,115})\s?\(\)", rf"(?:It|Example|Specify) {_SAID}",
        ),
        holds=_any(r"(?:Describe|Context)\b"), other=_any(r"(?:function )?\w{1,100}\s?\(\)"),
        comments=("#",), unit=2,
    ),
    Language(
        "Gherkin", frozenset({"feature"}), ("**",),
        defines=_any(r"(?:Scenario(?: Outline| Template)?|Example): ?([^\n]{1,200})"),
        holds=_any(r"(?:Feature|Rule):"), other=_any(r"Background:"), comments=("#",), unit=2,
    ),
    Language(
        "Elixir", frozenset({"ex", "exs"}), ("**/*_test.exs",),
        defines=_any(rf"(?:test|property) {_SAID}"), holds=_any(r"(?:describe|defmodule)\b"),
        other=_any(r"defp? \w", r"setup\b"), comments=("#",), unit=2,
    ),
    Language(
        "Dart", frozenset({"dart"}), ("**/*_test.dart",),
        defines=_any(rf"(?:test|testWidgets|blocTest(?:<[^>]{{1,80}}>)?)\(\s?{_SAID}?"),
        holds=_any(r"(?:group|void main)\("), other=_any(_TYPED), unit=2,
    ),
)  # fmt: skip
"""The languages whose tests are known line by line."""

_SOURCE = """
ada adb ads asm clj cljc cljs cr cu d el erl f f90 for fsx gd gleam hrl hs jl lisp lua ml mli nim pas
pl pm pony ps1 psm1 purs pyx r re rkt robot s scm sol sql sv svelte t tcl v vb vhd vhdl vue zig
"""
SOURCE = frozenset(_SOURCE.split())
"""Endings of source code in other languages, whose tests nobody here can tell from other lines."""
COMMENTS = ("#", "//", "--", ";", "%", "/*", "*", "(*", "{-", "'", "!", '"""')
_BY_SUFFIX = {suffix: language for language in LANGUAGES for suffix in language.suffixes}


def suffix(path: str) -> str:
    """The ending of a file's name in small letters, without its dot."""
    before, _, ending = path.rpartition("/")[2].rpartition(".")
    return ending.lower() if before else ""


def language_of(path: str) -> Language | None:
    """The language of a file, if its tests are known line by line."""
    return _BY_SUFFIX.get(suffix(path))


def is_source(path: str) -> bool:
    """Say whether a file is source code of a language whose tests nobody here can tell."""
    return suffix(path) in SOURCE


def collected(path: str) -> bool:
    """Say whether the test runner of a file's language takes it by itself; of unknown ones, any source."""
    language = language_of(path)
    return is_source(path) if language is None else fits(language.collected, path)
