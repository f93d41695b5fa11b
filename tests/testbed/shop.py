"""A small code base, so that plans and pull requests of the tests are about something."""

from __future__ import annotations

SHOP: dict[str, str] = {
    "README.md": "# Shop\n\nA small web shop: catalogue, cart, checkout.\n",
    "CONTRIBUTING.md": "# Contributing\n\nRun `pytest` before you open a pull request.\n",
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1.4.0"\n',
    ".github/CODEOWNERS": "/shop/payment/ @bob\n",
    ".github/workflows/ci.yml": (
        "name: ci\n"
        "on: [push, pull_request]\n"
        "jobs:\n"
        "  test:\n"
        "    runs-on: ubuntu-latest\n"
        "    steps:\n"
        "      - run: pytest\n"
    ),
    "shop/__init__.py": "",
    "shop/cart.py": (
        "class Cart:\n"
        "    def __init__(self):\n"
        "        self.lines = {}\n"
        "\n"
        "    def add(self, sku, count=1):\n"
        "        self.lines[sku] = self.lines.get(sku, 0) + count\n"
    ),
    "shop/checkout.py": (
        "from shop.payment.gateway import charge\n"
        "\n"
        "\n"
        "def check_out(cart, prices, card):\n"
        "    total = sum(prices[sku] * count for sku, count in cart.lines.items())\n"
        "    return charge(card, total)\n"
    ),
    "shop/payment/__init__.py": "",
    "shop/payment/gateway.py": (
        "def charge(card, cents):\n    return {'card': card, 'cents': cents, 'ok': True}\n"
    ),
    "tests/test_cart.py": (
        "from shop.cart import Cart\n"
        "\n"
        "\n"
        "def test_add_counts_up():\n"
        "    cart = Cart()\n"
        "    cart.add('tea')\n"
        "    cart.add('tea')\n"
        "    assert cart.lines == {'tea': 2}\n"
    ),
    "docs/api.md": "# API\n\n`POST /cart/{sku}` puts one article into the cart.\n",
}
