"""The repository and the issue of the story: a small web shop whose accountants want an export."""

from __future__ import annotations

TITLE = "Export orders as a file"
BODY = """\
Our accountants copy orders by hand every month. They should be able to export them from the admin page.

## Acceptance criteria
- [ ] The export contains order number, date, customer and total
- [ ] Given no orders in the chosen month, when the export runs, then the file contains only the header
- [ ] Only administrators can export

The file could be CSV or XLSX. I'm not sure whether the export should run at once or be sent by
e-mail when it is ready.

## Notes
The order list lives in `shop/orders.py`, the admin page in `shop/admin.py`.
"""

FILES = {
    "README.md": "# Shop\n\nA small web shop. The admin page lists the orders.\n",
    "docs/admin.md": "# The admin page\n\nAdministrators see every order of a month.\n",
    "pyproject.toml": '[project]\nname = "shop"\n\n[tool.pytest.ini_options]\n',
    "shop/__init__.py": "",
    "shop/admin.py": (
        "from shop import auth, orders\n\n\n"
        "def order_page(user, month):\n"
        "    auth.require_administrator(user)\n"
        "    return [order.as_row() for order in orders.of_month(month)]\n"
    ),
    "shop/auth.py": (
        "def require_administrator(user):\n"
        "    if not user.is_administrator:\n"
        "        raise PermissionError(user.name)\n"
    ),
    "shop/mail.py": "def send(to, subject, body):\n    ...\n",
    "shop/models.py": (
        "class Order:\n"
        "    number: str\n    date: str\n    customer: str\n    total: int\n\n"
        "    def as_row(self):\n"
        "        return [self.number, self.date, self.customer, self.total]\n"
    ),
    "shop/orders.py": "def of_month(month):\n    return []\n",
    "tests/test_admin.py": "def test_order_page_needs_an_administrator():\n    ...\n",
    "tests/test_orders.py": "def test_of_month():\n    ...\n",
    ".github/workflows/ci.yml": "name: CI\non: [push, pull_request]\njobs: {}\n",
}

CODE = {
    "shop/orders.py": (
        "import csv\nimport io\n\n\ndef of_month(month):\n    return []\n\n\n"
        "def export(month):\n"
        "    out = io.StringIO()\n"
        "    writer = csv.writer(out)\n"
        "    writer.writerow(['number', 'date', 'customer', 'total'])\n"
        "    writer.writerows(order.as_row() for order in of_month(month))\n"
        "    return out.getvalue()\n"
    ),
    "shop/admin.py": FILES["shop/admin.py"]
    + (
        "\n\ndef export(user, month):\n"
        "    auth.require_administrator(user)\n"
        "    return orders.export(month)\n"
    ),
}
TESTS = {
    "tests/test_orders.py": (
        "from shop import orders\n\n\n"
        "def test_export_of_an_empty_month_is_only_the_header():\n"
        "    assert orders.export('2026-01') == 'number,date,customer,total\\r\\n'\n"
    )
}
