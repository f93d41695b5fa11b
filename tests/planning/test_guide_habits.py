"""What the guide for contributors has people run."""

from __future__ import annotations

from bot.planning.habits import guide, habits, manifests

TEXT = """\
`single/kit.hpp` is generated from `include/kit`; change `include/kit` and run `make amalgamate`.
Execute `make pretty` before, and `make deploy` to regenerate `site/all`.

```sh
$ ctest
```
"""


def test_copies_are_made_anew_by_the_guides_command():
    """For a file of the folder that the paragraph names, and only by commands a plan may name."""  # FR-050
    told = habits(TEXT)

    assert told.after("include/kit/to_json.hpp") == "make amalgamate"
    assert told.after("src/x.hpp") == ""
    assert told.after("site/all/x") == ""
    assert told.tests == "ctest"


def test_the_guide_is_found():
    """At the top, in `.github` or `docs`; a package's own guide is not everybody's."""  # FR-050
    assert guide(("a/CONTRIBUTING.md", ".github/CONTRIBUTING.md")) == ".github/CONTRIBUTING.md"
    assert guide(("README.md",)) == ""
    assert habits("").tests == ""


def test_a_manifest_tells_what_its_tests_take():
    """A file for a runner that takes one; `full` features where none are on by themselves."""  # FR-050
    cargo = "[features]\ndefault = []\nfull = [\n  'net',\n]\n"
    told = habits("", {"package.json": '{"scripts": {"test": "vitest"}}', "kit/Cargo.toml": cargo})
    plain = habits("", {"package.json": '{"scripts": {"test": "npm run a && vitest"}}'})
    test = ("src/__tests__/a.spec.ts",)

    assert told.narrowed("pnpm test", test) == "pnpm test --run src/__tests__/a.spec.ts"
    assert told.narrowed("npm test", test) == "npm test -- --run src/__tests__/a.spec.ts"
    assert told.narrowed("pnpm test", ("src/a.ts",)) == "pnpm test"
    assert plain.narrowed("pnpm test", test) == "pnpm test"
    assert told.narrowed("cargo test --manifest-path kit/Cargo.toml", ("kit/tests/a.rs",)) == (
        "cargo test --manifest-path kit/Cargo.toml --features full"
    )
    assert told.narrowed("cargo test", ("tests/a.rs",)) == "cargo test"


def test_the_manifests_of_the_files_are_read():
    """The one at the top for scripts, and those of the packages that the files lie in."""  # FR-050
    paths = ("Cargo.toml", "kit/Cargo.toml", "kit/src/a.rs", "src/b.rs", "package.json")

    assert manifests(paths, ("kit/src/a.rs",)) == ("package.json", "kit/Cargo.toml")
    assert manifests(paths, ("src/b.rs",)) == ("package.json", "Cargo.toml")
