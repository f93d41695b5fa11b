"""What the guide for contributors has people run."""

from __future__ import annotations

from bot.planning.habits import guide, habits

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
