"""The documentation site: `make site` builds docs/ into build/site, without any network."""

import os
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REPOSITORY = os.environ.get("SITE_REPOSITORY", "https://github.com/OWNER/plangate")
LIFTED = {"security": "SECURITY.md", "contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md"}
"""Pages of the site that stand at the top of the repository."""

project = "plangate"
release = version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
extensions = ["myst_parser"]
myst_heading_anchors = 4
exclude_patterns = ["pictures/**"]
html_theme = "furo"
html_title = f"plangate {release}"
html_show_copyright = False
html_theme_options = {
    "source_repository": REPOSITORY,
    "source_branch": "main",
    "source_directory": "docs/",
}
nitpicky = True
# Fenced `mermaid`, `gherkin` and `jsonc` are shown as they are written.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]


def lifted(name: str, text: str) -> str:
    """The text of a page, its links fitted to where it stands: what is no page leads to the repository."""
    if name in LIFTED:
        text = (ROOT / LIFTED[name]).read_text()
        text = re.sub(r"\]\((?!\w+:|#|docs/)", "](../", text).replace("](docs/", "](")
    for page, file in LIFTED.items():
        text = text.replace(f"](../{file}", f"]({page}.md")
    folder = "docs/" if "/" in name else ""
    text = re.sub(r"\]\(((?:\.\./)+)([^)]+)\)", rf"]({REPOSITORY}/blob/main/{folder}\2)", text)
    return re.sub(r"\]\((adr|pictures)\)", rf"]({REPOSITORY}/tree/main/docs/\1)", text)


def setup(app):  # type: ignore[no-untyped-def]
    """Have each page fitted as it is read."""
    app.connect(
        "source-read", lambda app, name, source: source.__setitem__(0, lifted(name, source[0]))
    )
