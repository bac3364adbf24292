import urllib.error

import pytest

TWO_DAYS_MS = 2 * 86_400_000
REFUND = {"amount": 25, "pixKey": "ana@example.com", "pixKeyType": "EMAIL"}


def test_an_order_is_paid_when_its_charge_is(wallet):
    charge = wallet.api("payment/create", {"value": 100, "description": "Order 17"})
    wallet.control("payment/pay", id=charge["id"])
    assert wallet.api(f"payment/get/{charge['id']}")["status"] == "COMPLETED"


def test_a_refund_to_a_key_of_tests_fails(wallet):
    refund = wallet.api("withdraw/create", {**REFUND, "pixKey": "fail-ac03@example.com"})
    assert wallet.api(f"withdraw/get/{refund['id']}")["status"] == "FAILED"


def test_a_refund_is_settled_two_days_later_on_the_clock_of_this_account(wallet):
    wallet.control("account", account=wallet.account, instant=False, settleAfterMs=TWO_DAYS_MS)
    refund = wallet.api("withdraw/create", REFUND)
    wallet.control("clock/advance", account=wallet.account, durationMs=TWO_DAYS_MS)
    assert wallet.api(f"withdraw/get/{refund['id']}")["status"] == "COMPLETED"


def test_a_refund_that_is_refused_was_not_sent(wallet):
    wallet.control("faults", account=wallet.account, on="POST /api/v1/withdraw/create", fault="status-503", times=1)
    with pytest.raises(urllib.error.HTTPError, match="503"):
        wallet.api("withdraw/create", REFUND)
    assert wallet.api("withdraw/list")["pagination"]["total"] == 0
