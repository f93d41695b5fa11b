"""Commands: how a repository runs its tests, guessed from its files; and which commands a plan may name."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Mapping, Sequence

from bot.planning.repository.places import TEST_ENDINGS, folder, is_manifest, is_test, name, suffix

_SAFE = (
    r"(?: (?!-)[A-Za-z0-9_@+][A-Za-z0-9_./:@+-]*| \./[A-Za-z0-9_./-]+"
    r"| -{1,2}[A-Za-z][A-Za-z0-9-]*(?:=[A-Za-z0-9_./:,#-]+)?| --(?= ))*"
)
_ALLOWED = re.compile(
    r"(?:(?:uv|poetry|pdm|pipenv|hatch) run )?"
    r"(?:pytest|python3? -m (?:pytest|unittest|mypy|ruff)|python3? manage\.py test|tox|nox"
    r"|ruff check|ruff format|mypy|flake8|black"
    r"|(?:npm|pnpm|yarn|bun) (?:test|run (?:test|lint|build|check|typecheck|format)[a-z:-]*)"
    r"|npx (?:jest|vitest|tsc|eslint)"
    r"|deno test|go (?:test|vet|build)|cargo (?:test|check|clippy|build|fmt)"
    r"|mvn (?:-[qB] |-Dtest=[A-Za-z0-9_.#,*+]{1,200} ){0,3}(?:test|verify)"
    r"|(?:gradle|\./gradlew) (?:(?::[A-Za-z0-9_-]+){1,4}:)?"
    r"(?:test|check|build|allTests|[a-z][A-Za-z0-9]{1,30}Test)|\./mvnw (?:test|verify)|make (?:test|check"
    r"|lint|build|docs|amalgamate|generate|regenerate)[a-z-]*"
    r"|(?:bundle exec )?(?:rspec|rubocop|rake test(?::[a-z_]+){0,3}(?: TEST=[A-Za-z0-9_./-]+)?)"
    r"|composer test|vendor/bin/phpunit|phpunit"
    r"|dotnet (?:test|build)"
    r"|mix test|swift test|flutter test|dart test|sbt test|ctest|cmake (?:-S \.|--build)|bats"
    r"|mkdocs build|sphinx-build|pre-commit run)" + _SAFE
)
_READS: Mapping[str, tuple[str, ...]] = {
    "make": ("makefile", "makefile.am", "makefile.in", "configure.ac"),
    **dict.fromkeys(("npm", "pnpm", "yarn", "bun", "npx"), ("package.json",)),
    "go": ("go.mod",),
    "cargo": ("cargo.toml",),
    **dict.fromkeys(("mvn", "mvnw"), ("pom.xml",)),
    **dict.fromkeys(("gradle", "gradlew"), (".gradle", ".gradle.kts", "gradlew")),
    **dict.fromkeys(("pytest", "python", "python3", "tox", "nox"), (".py", ".toml", ".ini")),
    "composer": ("composer.json",),
    "mix": ("mix.exs",),
    "pre-commit": (".pre-commit-config.yaml",),
    "bundle": ("gemfile", ".gemspec"),
}
"""How the files end that a tool reads: without one of them it has nothing to do here."""
_BY_ENDING = {
    **dict.fromkeys(("cs", "fs"), "dotnet test"),
    **dict.fromkeys(("ex", "exs"), "mix test"),
    **{"swift": "swift test", "dart": "dart test", "php": "vendor/bin/phpunit"},
}
_C = ("c", "h", "cc", "cpp", "cxx", "hpp", "hh")
_NODE = ("ts", "tsx", "js", "jsx", "mjs", "cjs", "vue", "svelte")


def is_allowed(command: str) -> bool:
    """Say whether a plan may name a command: a known test, lint or build tool with plain arguments."""
    return (
        len(command) <= 300
        and ".." not in re.split(r"[ /=]", command)
        and bool(_ALLOWED.fullmatch(command))
    )


def serving(paths: Collection[str]) -> Callable[[str], bool]:
    """Say of a command whether a plan may name it and the repository has what its tool reads.

    Takes the repository's paths, which are looked through once for each tool: `make check` needs a
    Makefile, `npm test` a package.json.
    """

    @functools.cache
    def there(files: tuple[str, ...]) -> bool:
        return not files or any(name(p).lower().endswith(files) for p in paths)

    def serves(command: str) -> bool:
        if not is_allowed(command):
            return False
        words = command.split(" ")
        own = ("manage.py",) if "manage.py" in words else ()
        return there(own or _READS.get(words[0].removeprefix("./"), ()))

    return serves


def command_for(
    about: str, paths: Sequence[str], texts: Mapping[str, str], tests: Sequence[str] = ()
) -> str:
    """Guess the command that runs the tests for a file.

    Takes the file, the repository's paths and loaded texts, and the tests to narrow the run to
    where the tool allows it. Gives nothing when no known tool fits.
    """
    alone = TEST_ENDINGS - _BY_ENDING.keys()  # these are run by the command of what they test
    run = [t for t in tests if suffix(t) not in alone] or [about]
    command = _by_language(paths, run)
    if not command and re.search(r"(?m)^test:", texts.get("Makefile", "")):
        command = "make test"
    return command if is_allowed(command) else ""


def _by_language(paths: Sequence[str], tests: Sequence[str]) -> str:
    ending, held = suffix(tests[0]), {folder(p) for p in paths if "/" in p and is_manifest(p)}
    # The innermost folder above with a manifest of its own; empty for the whole repository.
    package = max((h for h in held if tests[0].startswith(f"{h}/")), key=len, default="")
    top = {p for p in paths if "/" not in p}
    if ending == "py":
        return " ".join(["pytest", *[t for t in tests if t.endswith(".py") and is_test(t)][:3]])
    if ending in _C and "CMakeLists.txt" in top:
        return "ctest --test-dir build --output-on-failure"
    if ending in _NODE:
        locks = {"pnpm-lock.yaml": "pnpm test", "yarn.lock": "yarn test"}
        run = next((told for lock, told in locks.items() if lock in top), "npm test")
        return run if any(name(p) == "package.json" for p in paths) else ""
    if ending == "go":
        return _go(package, folder(tests[0]))
    if ending == "rs":
        return _cargo(top, package)
    if ending in {"java", "kt", "kts", "scala"}:
        return _java(top, paths, package)
    if ending == "rb":
        specs = any(p.startswith("spec/") for p in paths)
        own = [t for t in tests if t.endswith("_spec.rb")]
        return " ".join(["bundle exec rspec", *own]) if specs else "bundle exec rake test"
    return _BY_ENDING.get(ending, "")


def _go(package: str, own: str) -> str:
    """The folder of the test with those below it; a module of its own is entered first."""
    inside = own.removeprefix(package).strip("/")
    entered = f"-C {package} " if package else ""
    return f"go test {entered}./{inside}/...".replace(".//", "./")


def _cargo(top: set[str], package: str) -> str:
    """At the top Cargo tests the top package alone; a folder of two words is named like its package."""
    if not package or "Cargo.toml" not in top:
        return "cargo test"
    plain = "/" not in package and re.search(r"[_-]", package)
    return (
        f"cargo test -p {package}" if plain else f"cargo test --manifest-path {package}/Cargo.toml"
    )


def _java(top: set[str], paths: Sequence[str], package: str) -> str:
    """Gradle runs the tests of one module by its path: `:shop:test`."""
    if any(p.startswith("build.gradle") for p in top) or "gradlew" in top:
        own = {f"{package}/build.gradle", f"{package}/build.gradle.kts"}
        module = f":{package.replace('/', ':')}:" if package and own & set(paths) else ""
        return f"{'./gradlew' if 'gradlew' in top else 'gradle'} {module}test"
    return "mvn test" if any(name(p) == "pom.xml" for p in paths) else ""
