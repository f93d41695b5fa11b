"""The gatekeeper: the verdict on a pull request. It reads the record as it will be, and writes nothing."""

from bot.roles.gatekeeper.verdicts import broken, judge, of_group, published, records_of

__all__ = ["broken", "judge", "of_group", "published", "records_of"]
