"""New files whose names follow from a module, a class, a command or a page that a request names."""

from __future__ import annotations

import pytest

from bot.planning.newcomers import newcomers
from tests.pace import within

ELIXIR = (
    "lib/acme/workers/send_mail.ex",
    "lib/acme/stock.ex",
    "lib/acme_web/live/shelf_live.ex",
    "lib/acme_web/live/order_live.ex",
    "test/acme/stock_test.exs",
)
DART = (
    "lib/data/order_repository.dart",
    "lib/data/bin_repository.dart",
    "lib/screens/home_screen.dart",
)
GO = ("cmd/acme/main.go", "cmd/acme/list.go", "cmd/acme/serve.go", "internal/store/store.go")
NEXT = ("src/app/orders/page.tsx", "src/app/news/page.tsx", "src/lib/db.ts")
KINDS = ("acme/importers/base.py", "acme/importers/csv.py", "acme/importers/xlsx.py", "acme/cli.py")


@pytest.mark.parametrize(
    ("title", "text", "paths", "made"),
    [
        ("Tidy", "- a worker `Acme.Workers.SweepCarts`, nightly", ELIXIR, "lib/acme/workers/sweep_carts.ex"),
        ("Shop", "- new `SessionRepository` with `login()`", DART, "lib/data/session_repository.dart"),
        ("Shop", "- create a `PinPad` in lib/screens/ for it", DART, "lib/screens/pin_pad.dart"),
        ("A command for the state", "What I would type:\n$ acme state\nup", GO, "cmd/acme/state.go"),
        ("Days", "- page `/open-days`, for everybody", NEXT, "src/app/open-days/page.tsx"),
        ("Days", "- page `/open-days`, for everybody", ELIXIR, "lib/acme_web/live/open_days_live.ex"),
        ("Add a parquet importer", "Like the others.", KINDS, "acme/importers/parquet.py"),
    ],
)  # fmt: skip
def test_what_is_named_anew_is_written_where_its_like_lies(title, text, paths, made):
    """A new module, class, command, page or kind gets the path that its neighbours show."""  # FR-061
    assert newcomers(title, f"{title}\n{text}", paths) == [made]


@pytest.mark.parametrize(
    ("title", "text", "paths"),
    [
        ("Slow", "`Acme.Stock` is asked twice", ELIXIR),  # it is there
        ("Slow", "`Ecto.Adapters.Postgres` waits", ELIXIR),  # no folder is called so
        (
            "Shop",
            "`OrderRepository` and the SharedPreferences of the phone",
            DART,
        ),  # not called new
        ("Shop", "new `OrderRepository` methods", DART),  # it is there
        ("A command fails", "`git push` and `acme list` are fine", GO),
        ("Days", "see `/orders`, the page is slow", NEXT),
        ("Fewer importers", "There are too many.", KINDS),
        ("Faster importer", "Large files.", KINDS),
        ("Add a faster importer", "Large files.", KINDS),
        ("Faster xlsx importer", "Large files.", KINDS),
    ],
)
def test_what_is_there_or_foreign_names_no_new_file(title, text, paths):
    """Names of what there is, of other people's code, and words without a habit make no file."""  # FR-061
    assert newcomers(title, f"{title}\n{text}", paths) == []


REMIX = (
    "app/routes/$.tsx",
    "app/routes/orders.tsx",
    "app/routes/users.tsx",
    "app/routes/login.tsx",
)
COBRA = ("cmd/root.go", "cmd/list.go", "cmd/serve.go", "go.mod", "main.go")
PYTHON = ("app/export/csv.py", "app/status/codes.py", "scripts/seed.py", "app/admin/users.py")


@pytest.mark.parametrize(
    ("title", "text", "paths"),
    [
        ("Prune", "A new command. `go test ./...` must pass.", COBRA),
        ("Paid", "Admins use the Export.When it is paid, use Status.ACTIVE.", PYTHON),
        ("Snippets", "Add support for JavaScript snippets in mails.", PYTHON),
        ("Logo", "The page loads the logo from `/assets`.", NEXT),
        ("Admin", "New module `App.Admin.Nul`.", PYTHON),
    ],
)
def test_tools_slips_brands_and_addresses_of_files_name_no_new_file(title, text, paths):
    """Commands of tools, a lost space, values, brands, what pages load, names of devices."""  # FR-061
    assert newcomers(title, f"{title}\n{text}", paths) == []


def test_a_neighbour_without_a_word_in_its_name_is_no_pattern():
    """`$.tsx` says nothing of how its neighbours are named."""  # FR-061
    assert newcomers("Add invoices route", "", REMIX) == ["app/routes/invoices.tsx"]


def test_many_names_in_one_line_take_bounded_time():
    """Each class is looked for once, whatever the size of the tree."""  # FR-061
    paths = [f"lib/part{n}/module{n}.py" for n in range(3_000)]
    with within(2):
        found = newcomers("x", "new `AbCd` " * 1_800, paths)
    assert found == []
