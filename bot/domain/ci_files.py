"""Files that say how checks are run: who changes them writes the verdict on their own change.

GitHub Actions runs the workflows and local actions of the change's own commit; other services read
their definitions from it.
https://docs.github.com/en/actions/reference/security/secure-use
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.globs import fits

ACTIONS_FILES = (".github/**", "**/action.yml", "**/action.yaml")
"""What GitHub Actions runs or may call; the folder of a local action belongs to it with all it holds."""
QUIET_FILES = (
    *(f".github/{name}" for name in ("*.md", "CODEOWNERS", "FUNDING.yml", "dependabot.y*ml", "plangate.yml")),
    *(f".github/*_TEMPLATE/*.{kind}" for kind in ("md", "yml", "yaml")),
    *(f".github/**/*.{kind}" for kind in ("png", "jpg", "jpeg", "gif", "svg")),
)  # fmt: skip
"""Documents, forms and settings of GitHub's own below `.github`: nothing runs them."""
OTHER_FILES = (
    ".circleci/**", "**/.travis.yml", "**/azure-pipelines*.yml", ".azure-pipelines/**", ".azuredevops/**",
    "**/Jenkinsfile*", ".buildkite/**", ".drone.*", ".cirrus.*", ".appveyor.yml", "appveyor.yml",
    "bitbucket-pipelines.yml", ".gitlab-ci.yml", ".gitlab/**", ".woodpecker.*", ".woodpecker/**",
    ".semaphore/**", "cloudbuild.*", ".cloudbuild/**", "buildspec.*", ".teamcity/**", ".tekton/**",
    ".prow/**", ".prow.*", "codefresh.yml", ".codefresh/**", ".pre-commit-config.yaml", ".packit.*",
    "wercker.yml", "netlify.toml", "vercel.json", ".readthedocs.*", "**/codecov.yml", "**/.codecov.yml",
    "**/.codeclimate.*", ".codacy.*", ".deepsource.toml", "**/sonar-project.properties", ".sonarcloud.*",
    ".snyk", ".coderabbit.*", ".sourcery.*", ".scrutinizer.yml", ".hound.yml", ".coveralls.yml",
    ".mergify.yml", ".github/mergify.yml", ".github/dco.yml", ".github/settings.yml", "**/.gitguardian.*",
)  # fmt: skip
"""What other services run."""
MOST_FOLDERS = 200


def folders(paths: Iterable[str]) -> tuple[str, ...]:
    """The folders, without the top one, in or below which these files stand: any may be a local action.

    One more than 200 where there are more.
    """
    found: dict[str, None] = {}
    for path in paths:
        above = path.rpartition("/")[0]
        while above and above not in found:
            if len(found) > MOST_FOLDERS:
                return tuple(found)
            found[above] = None
            above = above.rpartition("/")[0]
    return tuple(found)


def under(paths: Iterable[str], folder: str) -> bool:
    """Say whether one of these files stands in a folder or below it."""
    return any(path.startswith(f"{folder}/") for path in paths)


def edits_actions(paths: Iterable[str]) -> bool:
    """Say whether one of these files tells GitHub Actions what to run, as its name alone shows."""
    return any(fits(ACTIONS_FILES, path) and not fits(QUIET_FILES, path) for path in paths)


def edits_others(paths: Iterable[str]) -> bool:
    """Say whether one of these files tells another service what to run."""
    return any(fits(OTHER_FILES, path) for path in paths)
