"""The example of an issue, as a test takes it over."""

from __future__ import annotations

from bot.planning.reading import read
from bot.planning.shown import shown

SNIPPET = """\
It crashes:

```python
import shop

shop.join(1, 2)
```
"""


def test_the_lines_that_count_are_taken():
    """Imports, comments and lone brackets are nobody's example."""  # FR-031
    found = shown(read("join crashes", SNIPPET))

    assert found.lines == ("shop.join(1, 2)",)
    assert found.taken == "Take the issue's example: `shop.join(1, 2)`."
    assert found.scenario() == ("the issue's example is run: `shop.join(1, 2)`",)


def test_of_a_long_block_the_lines_with_the_title_s_names():
    """What the title calls by name tells more than the rest."""  # FR-031
    block = "\n".join([*(f"value_{n} = {n}" for n in range(40)), "join_orders(value_1)"])
    found = shown(read("join_orders crashes", f"```python\n{block}\n```\n"))

    assert "join_orders(value_1)" in found.lines
    assert not found.whole
    assert "the whole block stands in the issue" in found.taken


def test_output_and_traces_are_no_example():
    """What a program prints is nothing to run; the command behind the prompt is."""  # FR-031
    body = "```\n$ shop join 1 2\nTraceback (most recent call last):\nKeyError: 1\n```\n"
    found = shown(read("join crashes", body))

    assert found.lines == ()
    assert found.taken == "Run what `shop join 1 2` runs."


def test_code_within_a_sentence_counts_where_no_block_stands():
    """A call in backticks is an example, too."""  # FR-031
    found = shown(read("print is wrong", 'This does not compile: `print("{}", none());` today.'))

    assert found.lines == ('print("{}", none());',)


def test_steps_are_kept_without_links_and_lead_ins():
    """What has to be done, and no addresses."""  # FR-031
    body = "## Steps to reproduce\n\n1. Open https://example.org/a\n2. Press the blue button\n3. Then this:\n"

    assert shown(read("Nothing happens", body)).steps == ("Press the blue button",)


def test_an_issue_that_shows_nothing():
    """No example, no words."""  # FR-031
    found = shown(read("It is slow", "The list is slow since May."))

    assert (found.taken, found.scenario()) == ("", ())


def test_a_comment_of_a_block_is_no_command():
    """`#` is a prompt in a shell only, and only before what can be typed."""  # FR-031
    told = "```sh\n# Sends a body and the tag\ncurl -i -X QUERY http://localhost/search \\\n  -d x\n```\n"
    body = (
        f"## Steps to reproduce\n\n{told}\n```yaml\nposts:\n  # future-dated posts\n  a: 1\n```\n"
    )

    assert shown(read("QUERY fails", body)).command == "curl -i -X QUERY http://localhost/search"
    assert (
        shown(read("It fails", "```\n# shop join 1 2\nKeyError: 1\n```")).command == "shop join 1 2"
    )


def test_a_block_that_only_configures_is_no_example_beside_code():
    """What runs shows the fault; the configuration is what it runs with."""  # FR-012
    body = (
        "### Steps to reproduce\n\n```js\nexport default [\n  { rules: { 'no-old': 'error' } }\n];\n```\n"
        "\n```js\ntry { run() } catch (e) { var e = 1; }\n```\n"
    )

    assert shown(read("`no-old` breaks code", body)).lines == (
        "try { run() } catch (e) { var e = 1; }",
    )


def test_the_line_with_the_expected_value_is_kept():
    """It is what the test asserts, however many others name what the title names."""  # FR-012
    body = (
        "```ts\nconst shop = createShop()\nconst a = shop.setAll([\n  { id: 1 },\n])\n"
        "const b = shop.setAll([\n  { id: 2 },\n])\nconst c = shop.setAll([\n  { id: 3 },\n])\n"
        "const d = shop.setAll([\n  { id: 4 },\n])\nlast(d).id // => 1 (expected 4)\n```"
    )

    assert "last(d).id // => 1 (expected 4)" in shown(read("`setAll` keeps the first", body)).lines


def test_the_head_of_a_type_that_bears_a_name_of_the_title_is_kept():
    """`class Own extends Base` is the case itself where the title speaks of `Base`."""  # FR-012
    body = "```java\npublic class OwnTest extends Base {\n  OwnTest() {\n    super(1);\n  }\n}\n```"

    own = shown(read("Name clash in a subclass of `Base`", body)).lines
    other = shown(read("Name clash", body)).lines

    assert own[0] == "public class OwnTest extends Base {"
    assert "public class OwnTest extends Base {" not in other


def test_code_that_currently_fails_is_an_example():
    """`This currently means that these would panic` leads to the fault, not to a workaround."""  # FR-012
    body = "This currently means any of these would {}:\n\n```golang\ngroup.Use(one)\n```"

    assert shown(read("A second call", body.format("panic"))).lines == ("group.Use(one)",)
    assert shown(read("A second call", body.format("do"))).lines == ()
    assert shown(read("A second call", body.format("do"))).fenced
