"""Errors: one line with code, what happened and how to mend it, and the exit code of the contract."""

from __future__ import annotations

import pytest

from bot import errors

EXIT = {
    errors.PlangateError: 1,
    errors.UsageError: 2,
    errors.ConfigError: 2,
    errors.GitHubError: 5,
    errors.PermissionMissing: 5,
    errors.NotFound: 5,
    errors.RateLimited: 5,
    errors.ModelError: 6,
}


@pytest.mark.parametrize(("kind", "code"), EXIT.items(), ids=[k.__name__ for k in EXIT])
def test_each_kind_has_its_exit_code(kind, code):
    """Wrong usage exits 2, GitHub 5, the model 6, anything else 1."""
    assert code == kind.exit_code


def test_an_error_is_one_line_of_three_parts():
    """The text is `CODE: what happened. How to mend it.`, however the parts end."""
    # CONTRACT: errors
    for end in ("", "."):
        error = errors.UsageError("PLANGATE-CLI-001", f"It broke{end}", f"Mend it{end}")

        assert str(error) == "PLANGATE-CLI-001: It broke. Mend it."
        assert (error.what, error.remedy) == ("It broke", "Mend it")


def test_a_rate_limit_knows_how_long():
    """The wait is kept for the queue, and told in whole seconds or minutes."""
    limited = errors.RateLimited("GitHub asks us to wait", 61.4)

    assert limited.wait_seconds == 61.4
    assert "Try again in 61 s; " in str(limited)


def test_a_moved_record_loses_nothing():
    """Somebody wrote in between: a code of its own, and the promise of another round."""
    assert (
        str(errors.Moved("x"))
        == "PLANGATE-RECORD-005: x. Nothing is lost: plangate reads it again."
    )


def test_every_error_is_a_plangate_error():
    """Doors catch one class."""
    own = [k for k in vars(errors).values() if getattr(k, "__module__", "") == errors.__name__]
    kinds = [k for k in own if isinstance(k, type)]

    assert [k for k in kinds if not issubclass(k, errors.PlangateError)] == []
    assert all(k.__doc__ for k in kinds)
