"""Risks of everyday wishes: wider circles, guessed data, contracts broken at once, others' belongings."""

from __future__ import annotations

import pytest

from bot.domain.questionnaire import ReasonCode
from bot.planning.builtin import propose
from bot.planning.lapses import lapsed
from bot.planning.pipelines import opened_by
from bot.planning.proposal import Intent, ProposedPlan
from bot.planning.reading import read
from bot.planning.spoiling import spoilt
from tests.planning.requests import brief, codes, comment


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Kiosk", "Wrong PINs lock the account of the kiosk. Please get rid of the locking."),
        ("PINs", "The rule with 8 digits is too much for the PIN, 4 would do."),
        (
            "First admin",
            "Whoever signs in with the address in `OWNER_MAIL` should become admin. The provider also "
            "returns addresses that were not confirmed, I guess that's fine.",
        ),
        ("Injuries", "Only the doctor sees the injury records. All coaches should see them too."),
        ("No 2FA inside", "In the office network the second factor shouldn't be asked."),
        ("Sign-in", "The date of birth and the name should be enough to get into the account."),
        ("Become a user", "Add a button for support with which they log in as any customer."),
        ("Open roster", "Everybody with the link should be able to edit the roster."),
    ],
)
def test_who_gets_in_is_not_widened_unasked(title, body):
    """Guessing unhindered, unproven names, wider circles and other people's names are asked about."""  # S1.3
    assert ReasonCode.POLICY_RISK in codes(title, body)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Unlock button", "The lock-out after 5 wrong passwords gets an \"Unlock\" button on the list."),
        ("City filter", "Staff sees the list of orders; add a drop-down with the cities that occur."),
        ("Stricter PIN", "The PIN has 4 digits. Require at least 8 digits, message \"8 digits, please\"."),
    ],
)  # fmt: skip
def test_a_wish_about_logins_that_opens_nothing_is_planned(title, body):
    """What is narrower, or lets in nobody new, is no risk."""  # S1.3
    assert isinstance(propose(brief(title, body)), ProposedPlan)


MERGED = (
    "Write a migration that merges donors with the same surname and removes the others. It runs with "
    "the next release."
)


@pytest.mark.parametrize(
    "body",
    [
        MERGED,
        "A migration turns `size` into a number. What cannot be parsed is set to NULL.",
        "```sql\nUPDATE plots SET area = round(area, 1);\n```\nThis goes into the next migration.",
        "Back-fill `country` of existing addresses: where there is none assume Germany.",
        "A job should resize all stored originals to 800 px and overwrite them.",
        "Migrate the table at start. Older workers will crash on the new rows meanwhile.",
        "On upgrade move the blobs out of the table; for two hours the app is not reachable.",
    ],
)
def test_stored_data_is_not_guessed_or_cut_unasked(body):
    """Rules that guess, cut or throw away what is stored are asked about, in text and in code."""  # S1.3
    [found] = spoilt(read("Tidy the data", body), Intent.REFACTOR, ())
    assert found.code is ReasonCode.POLICY_RISK


@pytest.mark.parametrize(
    "body",
    [
        MERGED + " A dry run prints what would be merged.",
        MERGED + " We have decided this; go ahead.",
        "A migration turns `size` into a number. What cannot be parsed is set to NULL; the old column stays.",
        "Merge the two helpers `trim` and `strip`, keep the first.",
        "Show prices rounded to two digits; stored values stay as they are.",
    ],
)
def test_data_that_keeps_a_way_back_is_planned(body):
    """A dry run, a decision, originals that stay, or no stored data at all: nothing to ask."""  # S1.3
    assert not list(spoilt(read("Tidy the data", body), Intent.REFACTOR, ()))


ORIGINS = "Replace the list by\n\n```python\nallow_origins=['*']\nallow_credentials=True\n```\n"


@pytest.mark.parametrize(
    ("body", "intent", "asked"),
    [
        (ORIGINS, Intent.BUG, True),
        ("Use `verify=False` for the ERP, its certificate ran out.", Intent.FEATURE, True),
        ("Run on the host:\n\n```sh\nfind /data/scans -mtime +30 -delete\n```\n", Intent.CHORE, True),
        ("The settings of the host:\n\n```python\nallow_origins=['*']\n```\n", Intent.BUG, False),
        ("At the moment we have\n\n```python\nallow_origins=['*']\n```\n", Intent.BUG, False),
        (ORIGINS + "There are no cookies on that host.", Intent.BUG, False),
        (ORIGINS + "This was approved by the security team.", Intent.BUG, False),
        ("Replace `verify=False` with the path of our CA.", Intent.FEATURE, False),
        ("```diff\n-allow_origins=['*']\n+allow_origins=HOSTS\n```\n", Intent.FEATURE, False),
    ],
)  # fmt: skip
def test_lines_that_let_in_or_lose_are_asked_about_where_they_are_wanted(body, intent, asked):
    """Code given as what should be counts; code that shows how things are, or goes, does not."""  # S1.3
    assert bool(list(lapsed(read("Settings", body), intent, ()))) is asked


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("Renovate's pull requests should be merged automatically, majors too.", True),
        ("```yaml\n- run: gh pr merge --admin $PR\n```\nFor dependabot, nobody has time.", True),
        ("The deploy environment waits for two leads: remove the required reviewers.", True),
        ("Publish to npm on every push to any branch, the token is in the secrets.", True),
        ("All pipelines should share the role `owner` of the cloud account in CI.", True),
        (
            "```yaml\nruns-on: [self-hosted, attic]\n```\nfor pull_request. The repo is public.",
            True,
        ),
        ("Dependabot: auto-merge only patch updates of dev dependencies.", False),
        ("| now | then |\n|---|---|\n| `permissions: write-all` | `contents: read` |\n", False),
        ("Publish the snapshot on every push to the staging registry.", False),
    ],
)
def test_gates_of_a_pipeline_are_not_opened_unasked(body, asked):
    """What nobody looks at before it ships is asked about; what narrows rights is not."""  # S1.3
    assert bool(list(opened_by(read("Pipeline", body), ()))) is asked


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Exit codes", "Rename the webhook events to past tense. I'd slip it in with 2.3.4."),
        (
            "Take it",
            "`take()` should return a list instead of a tuple. I'd do it in 1.8 right away.",
        ),
        ("Old API", "Let's remove the v1 routes. About 40 clients still send requests."),
        ("Metrics", "Rename all metrics; dashboards of the other teams have to be adapted."),
        ("Runtime", "Drop Python 3.10 in the next patch release."),
    ],
)
def test_contracts_are_not_broken_at_once_unasked(title, body):
    """What others build on and must follow without time is asked about."""  # S1.3
    assert ReasonCode.POLICY_RISK in codes(title, body)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Helper", "Rename `_sum` to `_total` in 1.8, it's internal and has two callers."),
        ("New option", "Print a warning when `--old` is used: \"use --new\". It keeps working."),
    ],
)  # fmt: skip
def test_a_contract_that_is_kept_is_planned(title, body):
    """Internal names and deprecations break nobody."""  # S1.3
    assert isinstance(propose(brief(title, body)), ProposedPlan)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Label font", "Commit the ttf, it came with my Mac, and embed it in the labels."),
        ("Notices", "Remove the copyright headers from the files we took over from upstream."),
        ("Full disk", "Truncate the `audit` table every Sunday, it has 20 GB."),
        ("Simple views", "Get rid of the soft delete, rows should really be deleted."),
        ("Importer", "Commit the service account JSON under deploy/, the importer can't find it."),
        ("Deploys", "The live key goes into `shop/settings/prod.py` as the default."),
    ],
)
def test_belongings_are_not_given_or_thrown_away_unasked(title, body):
    """Works of others, records and secrets are asked about."""  # S1.3
    assert ReasonCode.POLICY_RISK in codes(title, body)


TOKENS = "Let device tokens live for 90 days instead of 30. Do we want this?"


def test_an_owners_yes_ends_a_risk_and_its_question():
    """A yes of an owner to a risky wish, or to whether it is wanted, leaves nothing to ask."""  # S1.3
    assert codes("Device tokens", TOKENS)
    for yes in ("Yes: 90 days.", "Confirmed, do it in 4.4."):
        assert not codes("Device tokens", TOKENS, comment(yes, "ann", "OWNER"))
    assert codes("Device tokens", TOKENS, comment("Yes: 90 days.", "bob", "NONE"))


def test_a_yes_does_not_choose_between_two_ways():
    """Whoever is asked `A or B?` and says yes has chosen neither."""  # S1.3
    body = "Should the list be sorted by name or by date?"
    assert codes("Sorting", body, comment("Yes.", "ann", "OWNER"))
