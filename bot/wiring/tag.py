"""What `plangate init` needs of GitHub: the commit that a tag names."""

from bot.adapters.github_tag import commit_of

__all__ = ["commit_of"]
