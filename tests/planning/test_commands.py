"""Commands a plan may name."""

from __future__ import annotations

import pytest

from bot.planning.repository import commands
from bot.planning.repository.commands import command_for, is_allowed


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
        ("pkg/x.go", ("pkg/x.go", "go.mod"), "go test ./pkg/..."),
        ("kit/a/x.go", ("go.mod", "kit/go.mod", "kit/a/x.go"), "go test -C kit ./a/..."),
        ("src/x.cpp", ("CMakeLists.txt",), "ctest --test-dir build --output-on-failure"),
        ("lib/x.rb", ("lib/x.rb", "spec/x_spec.rb"), "bundle exec rspec"),
        ("", (), ""),
        ("x.html", ("x.html",), ""),
    ],
)
def test_the_command_follows_the_tree(about, paths, command):
    """The tool that the files speak of, or none."""
    assert command_for(about, paths, {}) == command


@pytest.mark.parametrize(
    ("about", "test", "command"),
    [
        ("kit/src/a.rs", "kit_man/tests/b.rs", "cargo test -p kit_man"),
        ("kit/src/a.rs", "tests/b.rs", "cargo test"),
        ("a/x.go", "b/x_test.go", "go test ./b/..."),
        ("lib/x.rb", "spec/x_spec.rb", "bundle exec rspec spec/x_spec.rb"),
        ("lib/x.py", "tests/test_x.py", "pytest tests/test_x.py"),
        ("lib/x.py", "features/x.feature", "pytest"),
    ],
)
def test_the_command_runs_the_test_it_is_meant_for(about, test, command):
    """The package of the test decides, whatever package its source lies in."""
    paths = (about, test, "Cargo.toml", "kit/Cargo.toml", "kit_man/Cargo.toml", "go.mod")
    assert command_for(about, paths, {}, (test,)) == command


def test_make_is_used_where_nothing_else_is_known():
    """A Makefile with a test target serves as the last resort."""
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
        "python manage.py test reports --settings=larder.settings.test",
        "uv run pytest tests/test_a.py",
        "mvn test -Dtest=CartTest#empty,OrderTest",
        "mvn -B -q verify",
        "mvn -Dtest=CartTest#empty,OrderTest test",
        "pre-commit run --all-files",
        "bundle exec rake test:regular TEST=test/spec_multipart.rb",
        "rake test:regular",
    ],
)
def test_known_tools_are_allowed(command):
    """Test, lint and build tools with plain arguments may be named."""
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
        "rake test TEST=../x.rb",
        "rake deploy",
        "rake test SHELL=x",
    ],
)
@pytest.mark.shows("NFR-012")
def test_anything_else_is_refused(command):
    """No other program, no shell, no way out of the repository."""
    assert not is_allowed(command)


@pytest.mark.parametrize(
    ("test", "command"),
    [
        ("shop/src/test/java/a/CartTest.java", ":shop:test"),
        ("other/src/test/kotlin/a/CartTest.kt", ":other:test"),
        ("elsewhere/src/test/java/a/CartTest.java", "test"),
    ],
)
def test_gradle_runs_the_tests_of_a_module(test, command):
    """The module that the test lies in, where it has a build of its own."""
    built = ("shop/build.gradle.kts", "other/build.gradle.kts")
    paths = ("gradlew", "build.gradle.kts", *built, "shop/src/x/Cart.kt", test)
    assert command_for("shop/src/x/Cart.kt", paths, {}, (test,)) == f"./gradlew {command}"


def test_a_test_of_an_ending_of_its_own_has_its_own_command(monkeypatch):
    """Only what no tool runs by its ending takes the command of what it tests."""
    monkeypatch.setitem(commands._BY_ENDING, "bats", "mix test")
    paths = ("app/orders.py", "test/orders.bats", "test/orders.feature")

    assert command_for("app/orders.py", paths, {}, ("test/orders.bats",)) == "mix test"
    assert command_for("app/orders.py", paths, {}, ("test/orders.feature",)) == "pytest"
