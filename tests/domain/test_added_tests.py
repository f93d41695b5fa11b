"""A test counts when lines that define or change one were added, as its language writes tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.added_tests import LONGEST_LINE, MOST, Shows, added_in
from bot.domain.languages import LANGUAGES, collected, suffix

NEW = {
    "python": ("a/test_a.py", "def test_a_b():", "test_a_b"),
    "python, async in a class": ("a/test_a.py", "    async def test_a(self):", "test_a"),
    "javascript": ("a.test.js", "  it('adds a line', () => {", "adds a line"),
    "javascript, with an apostrophe": ("a.test.js", '  it("doesn\'t add", () => {', "doesn't add"),
    "typescript": ("a.spec.ts", "test(`adds ${n}`, async () => {", "adds ${n}"),
    "deno": ("a_test.ts", 'Deno.test("adds a line", () => {', "adds a line"),
    "each": ("a.test.ts", 'test.each([1])("x", f)', ""),
    "go": ("a_test.go", "func TestAdd(t *testing.T) {", "TestAdd"),
    "go, a subtest": ("a_test.go", '\tt.Run("adds a line", func(t *testing.T) {', "adds a line"),
    "kotlin, junit 3": ("ATest.kt", "    fun testAdds() {", "testAdds"),
    "kotest": ("ASpec.kt", '    test("adds a line") {', "adds a line"),
    "spock": ("ASpec.groovy", '    def "adds a line"() {', "adds a line"),
    "java, junit 3": ("ATest.java", "    public void testAdds() {", "testAdds"),
    "scala": ("ASuite.scala", '  test("adds a line") {', "adds a line"),
    "scala, in words": ("ASpec.scala", '  "A cart" should "add a line" in {', "A cart"),
    "rspec": ("spec/a_spec.rb", '  it "adds a line" do', "adds a line"),
    "rspec, one line": ("spec/a_spec.rb", "  it { is_expected.to eq 1 }", ""),
    "minitest": ("test/a_test.rb", "  def test_adds", "test_adds"),
    "php": ("tests/ATest.php", "    public function testAdds(): void", "testAdds"),
    "pest": ("tests/ATest.php", "it('adds a line', function () {", "adds a line"),
    "googletest": ("a_test.cc", "TEST_F(Cart, AddsALine) {", "Cart, AddsALine"),
    "catch2": ("a_test.cpp", 'TEST_CASE("adds a line", "[cart]") {', "adds a line"),
    "c": ("test_a.c", "static void test_adds(void)", "test_adds"),
    "objective-c": ("ATests.m", "- (void)testAdds {", "testAdds"),
    "swift": ("ATests.swift", "    func testAdds() throws {", "testAdds"),
    "bats": ("test/a.bats", '@test "adds a line" {', "adds a line"),
    "shunit": ("tests/a_test.sh", "testAdds() {", "testAdds"),
    "gherkin": ("features/a.feature", "  Scenario: Adding a line", "Adding a line"),
    "elixir": ("test/a_test.exs", '  test "adds a line" do', "adds a line"),
    "dart": ("test/a_test.dart", "  testWidgets('adds a line', (tester) async {", "adds a line"),
}


@pytest.mark.parametrize(("path", "line", "name"), NEW.values(), ids=NEW)
def test_a_line_that_defines_a_test_is_one(path: str, line: str, name: str) -> None:
    """Added, it is a test of that name; removed or left as it is, it is none."""
    # S2.4
    added = added_in(path, f"@@ -1 +1,2 @@\n x\n+{line}\n")

    assert (added.shows, added.names) == (Shows.TESTS, (name,) if name else ())
    assert added_in(path, f"@@ -1,2 +1 @@\n x\n-{line}\n").shows is Shows.NOTHING
    assert added_in(path, f"@@ -1 +1 @@\n {line}\n").shows is Shows.NOTHING
    assert collected(path)


MARKED = {
    "rust": ("tests/a.rs", "#[tokio::test]\nasync fn adds_a_line() {", "adds_a_line"),
    "rust, on one line": ("src/a.rs", "    #[test] fn adds() {", "adds"),
    "java": ("ATest.java", "    @Test\n    public void addsALine() {", "addsALine"),
    "java, with values": (
        "ATest.java", '    @ParameterizedTest\n    @CsvSource({"1"})\n    void adds(int n) {', "adds",
    ),
    "kotlin": ("ATest.kt", "    @Test fun `adds a line`() {", "adds a line"),
    "c#": ("Cart.cs", "    [Fact]\n    public async Task Adds_a_line()", "Adds_a_line"),
    "c#, with values": (
        "Cart.cs", "    [Theory]\n    [InlineData(1)]\n    public void Adds(int n)", "Adds",
    ),
    "f#": ("Cart.fs", "[<Fact>]\nlet ``adds a line`` () =", "adds a line"),
    "php": ("ATest.php", "    #[Test]\n    public function adds(): void", "adds"),
    "php, in a comment": ("ATest.php", "    /** @test */\n    public function adds()", "adds"),
    "swift": ("ATests.swift", '    @Test("adds a line")\n    func adds() {', "adds"),
}  # fmt: skip


@pytest.mark.parametrize(("path", "lines", "name"), MARKED.values(), ids=MARKED)
def test_a_function_that_is_marked_as_a_test_is_one(path: str, lines: str, name: str) -> None:
    """An attribute or annotation above it makes it one; without that it is a helper."""
    # S2.4
    whole = lines.replace("\n", "\n+")
    bare = lines.rpartition("\n")[2] if "\n" in lines else ""

    assert added_in(path, f"@@ -0,0 +1,9 @@\n+{whole}\n").names == (name,)
    assert added_in(path, f"@@ -0,0 +1,9 @@\n+{bare}\n").shows is Shows.NOTHING
    assert collected(path)


CHANGED = {
    "in its body": (
        "test_a.py",
        "@@ -3,4 +3,5 @@ import a\n def test_a():\n     x = a.b()\n+    assert x\n     y = 1\n",
        ("test_a",),
    ),
    "far below its first line": (
        "test_a.py", "@@ -33,3 +33,3 @@ def test_a():\n     x = 1\n-    y = 1\n+    y = 2\n", ("test_a",),
    ),
    "below a signature of several lines": (
        "test_a.py", "@@ -1,4 +1,5 @@\n def test_a(\n     b,\n ):\n+    assert b\n", ("test_a",),
    ),
    "a case above it": (
        "test_a.py",
        '@@ -1,5 +1,6 @@\n @pytest.mark.parametrize("n", [\n     1,\n+    2,\n ])\n def test_a(n):\n',
        ("test_a",),
    ),
    "a case of one that stands further down": (
        "test_a.py",
        '@@ -1,5 +1,6 @@\n @pytest.mark.parametrize("n", [\n+    2,\n     3,\n     4,\n     5,\n', (),
    ),
    "in a method, far below its class": (
        "test_a.py", "@@ -33,3 +33,3 @@ class TestA:\n         x = 1\n+        assert x\n", (),
    ),
    "a row of a table in go": (
        "a_test.go",
        '@@ -9,4 +9,5 @@ func TestAdd(t *testing.T) {\n \t\t{"a", 1},\n+\t\t{"b", 2},\n \t}\n', ("TestAdd",),
    ),
    "nested in a describe": (
        "a.test.js",
        "@@ -1,5 +1,6 @@\n describe('a', () => {\n   it('b', () => {\n     c()\n+    d()\n   })\n })\n",
        ("b",),
    ),
    "in braces on lines of their own": (
        "a_test.cc", "@@ -1,4 +1,5 @@\n TEST(A, B)\n {\n   c();\n+  d();\n }\n", ("A, B",),
    ),
    "a row of examples": (
        "a.feature",
        "@@ -1,4 +1,5 @@\n   Scenario Outline: adding\n     Examples:\n       | 1 |\n+      | 2 |\n",
        ("adding",),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("path", "patch", "names"), CHANGED.values(), ids=CHANGED)
def test_a_line_within_a_test_changes_it(path: str, patch: str, names: tuple[str, ...]) -> None:
    """What is added to a test, its cases among it, counts as that test."""
    assert (added_in(path, patch).shows, added_in(path, patch).names) == (Shows.TESTS, names)


NONE = {
    "nothing": ("test_a.py", ""),
    "a helper": ("test_a.py", "@@ -0,0 +1,2 @@\n+def helper():\n+    return 1\n"),
    "a helper after a test": (
        "test_a.py", "@@ -1,2 +1,4 @@\n def test_a():\n     assert 1\n+\n+def helper():\n+    return 1\n",
    ),
    "a fixture": ("conftest.py", "@@ -0,0 +1,3 @@\n+@pytest.fixture\n+def cart():\n+    return Cart()\n"),
    "a fixture in a class of tests": (
        "test_a.py",
        "@@ -9,4 +9,5 @@ class TestA:\n     def setup_method(self):\n         x = 1\n+        y = 2\n",
    ),
    "a comment in a test": ("test_a.py", "@@ -1,2 +1,3 @@\n def test_a():\n+    # why\n     assert 1\n"),
    "a blank line in a test": ("test_a.py", "@@ -1,2 +1,3 @@\n def test_a():\n+\n     assert 1\n"),
    "less in a test": ("test_a.py", "@@ -1,3 +1,2 @@\n def test_a():\n-    assert 2\n     assert 1\n"),
    "an import": ("test_a.py", "@@ -1 +1,2 @@\n+import a\n import b\n"),
    "a line after the test": ("test_a.py", "@@ -1,2 +1,3 @@\n def test_a():\n     assert 1\n+X = 1\n"),
    "a hook": (
        "a.test.js", "@@ -1,2 +1,4 @@\n describe('a', () => {\n+  beforeEach(() => {\n+    b()\n+  })\n",
    ),
    "a skipped test": ("a.test.js", "@@ -0,0 +1 @@\n+it.skip('adds', () => {\n"),
    "one to be written": ("a.test.js", "@@ -0,0 +1 @@\n+test.todo('adds')\n"),
    "a benchmark": ("a_test.go", "@@ -0,0 +1 @@\n+func BenchmarkAdd(b *testing.B) {\n"),
    "a document": ("docs/test_notes.md", "@@ -0,0 +1,2 @@\n+def test_a():\n+    assert 1\n"),
    "data": ("tests/test_data.json", '@@ -0,0 +1 @@\n+{"test": "a"}\n'),
    "the header of a file": ("test_a.py", "@@ -0,0 +1 @@\n+++ b/def test_a():\n"),
    "text that looks like one": ("test_a.py", '@@ -0,0 +1 @@\n+    """def test_a():"""\n'),
}  # fmt: skip


@pytest.mark.parametrize(("path", "patch"), NONE.values(), ids=NONE)
def test_what_defines_or_changes_no_test_is_none(path: str, patch: str) -> None:
    """Fixtures, helpers, comments, documents, data and what was taken away are no tests."""
    # B1
    assert added_in(path, patch).shows is Shows.NOTHING


SOURCES = {
    "code": ("tests/a.lua", "+local a = 1", Shows.SOURCE),
    "a comment": ("tests/a.lua", "+-- local a = 1", Shows.NOTHING),
    "a blank line": ("tests/a.lua", "+   ", Shows.NOTHING),
    "brackets": ("tests/a.jl", "+  });", Shows.NOTHING),
    "no source code": ("tests/a.yml", "+a: 1", Shows.NOTHING),
    "no ending": ("tests/a", "+a", Shows.NOTHING),
}


@pytest.mark.parametrize(("path", "line", "shows"), SOURCES.values(), ids=SOURCES)
def test_of_other_languages_only_added_code_counts(path: str, line: str, shows: Shows) -> None:
    """Where nobody knows how tests look, code that was added must do; comments and data do not."""
    assert added_in(path, f"@@ -1 +1,2 @@\n x\n{line}\n").shows is shows


COLLECTED = {
    "tests/conftest.py": False, "tests/helpers.py": False, "tests/test_a.py": True,
    "a/a_test.go": True, "a/a.go": False, "src/a.ts": False, "src/__tests__/a.ts": True,
    "spec/a_spec.rb": True, "spec/spec_helper.rb": False, "src/test/java/A.java": True,
    "src/main/java/A.java": False, "tests/ATest.php": True, "tests/bootstrap.php": False,
    "tests/a.lua": True, "tests/a.txt": False,
}  # fmt: skip


@pytest.mark.parametrize(("path", "runs"), COLLECTED.items())
def test_which_files_a_test_runner_takes(path: str, runs: bool) -> None:
    """By the names its language's runners look for."""
    assert collected(path) is runs


def test_every_ending_belongs_to_one_language() -> None:
    """The table is unambiguous."""
    endings = [ending for language in LANGUAGES for ending in language.suffixes]

    assert len(endings) == len(set(endings))
    assert [suffix(p) for p in ("a/b.test.TS", "Makefile", ".py")] == ["ts", "", ""]


@given(st.lists(st.text(max_size=80), max_size=30), st.sampled_from([n[0] for n in NEW.values()]))
def test_any_patch_is_read(lines: list[str], path: str) -> None:
    """Whatever stands in a patch, it ends in an answer with names in bounds."""
    found = added_in(path, "\n".join(lines))

    assert len(found.names) <= MOST
    assert all(0 < len(name) <= LONGEST_LINE for name in found.names)
