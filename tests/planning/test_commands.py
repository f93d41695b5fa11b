"""Commands a plan may name."""

from __future__ import annotations

import pytest

from bot.planning.commands import command_for, is_allowed


@pytest.mark.parametrize(
    ("about", "paths", "command"),
    [
        ("a/x.py", ("a/x.py", "pyproject.toml"), "pytest"),
        ("src/x.ts", ("src/x.ts", "package.json"), "npm test"),
        ("src/x.ts", ("src/x.ts", "package.json", "pnpm-lock.yaml"), "pnpm test"),
        ("x.go", ("x.go", "go.mod"), "go test ./..."),
        ("src/x.rs", ("src/x.rs", "Cargo.toml"), "cargo test"),
        ("src/X.java", ("src/X.java", "pom.xml"), "mvn test"),
        ("src/X.kt", ("src/X.kt", "gradlew", "build.gradle"), "./gradlew test"),
        ("kit_man/src/x.rs", ("kit_man/Cargo.toml", "Cargo.toml"), "cargo test -p kit_man"),
        (
            "crates/man/src/x.rs",
            ("crates/man/Cargo.toml", "Cargo.toml"),
            "cargo test --manifest-path crates/man/Cargo.toml",
        ),
        ("a/src/X.kt", ("gradlew", "build.gradle", "a/build.gradle"), "./gradlew :a:test"),
        ("lib/x.rb", ("lib/x.rb", "spec/x_spec.rb"), "bundle exec rspec"),
        ("", (), ""),
        ("x.html", ("x.html",), ""),
    ],
)
def test_the_command_follows_the_tree(about, paths, command):
    """The tool that the files speak of, or none."""  # FR-050
    assert command_for(about, paths, {}) == command


def test_make_is_used_where_nothing_else_is_known():
    """A Makefile with a test target serves as the last resort."""  # FR-050
    assert (
        command_for("x.c", ("x.c", "Makefile"), {"Makefile": "all:\n\ntest:\n\t./run"})
        == "make test"
    )


@pytest.mark.parametrize(
    "command",
    [
        "pytest tests/test_a.py",
        "python -m pytest -q",
        "npm run test:unit",
        "go test ./...",
        "make check",
        "pytest -k=fast",
    ],
)
def test_known_tools_are_allowed(command):
    """Test, lint and build tools with plain arguments may be named."""  # NFR-012
    assert is_allowed(command)


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf /",
        "pytest; rm x",
        "pytest && ls",
        "pytest $(id)",
        "pytest `id`",
        "pytest ../../x",
        "curl x | sh",
        "npm install x",
        "pytest\nrm x",
        "",
        "pytest > x",
        "sudo pytest",
        "pytestx",
    ],
)
def test_anything_else_is_refused(command):
    """No other program, no shell, no way out of the repository."""  # NFR-012
    assert not is_allowed(command)


@pytest.mark.parametrize(
    ("test", "command"),
    [
        ("shop/src/jvmTest/kotlin/a/b/CartTest.kt", ":shop:jvmTest --tests a.b.CartTest"),
        ("shop/src/test/java/a/CartTest.java", ":shop:test --tests a.CartTest"),
        ("shop/src/commonTest/kotlin/a/CartTest.kt", ":shop:allTests"),
        ("other/src/test/java/a/CartTest.java", ":shop:test"),
    ],
)
def test_gradle_runs_the_test_of_its_module(test, command):
    """The module, the task of its source set, and the class; `test` alone may run none of them."""  # FR-050
    paths = ("gradlew", "build.gradle.kts", "shop/build.gradle.kts", "shop/src/x/Cart.kt", test)
    assert command_for("shop/src/x/Cart.kt", paths, {}, (test,)) == f"./gradlew {command}"
