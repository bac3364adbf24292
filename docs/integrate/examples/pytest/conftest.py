"""A wallet for each test: an account of its own on the service that "pix serve --mock -- pytest" has started."""

import json
import os
import urllib.request

import pytest


class Wallet:
    def __init__(self, url, account=None, key=None):
        self.url, self.account, self.key = url, account, key

    def call(self, path, body=None, key=None):
        headers = {"Content-Type": "application/json", **({"X-API-Key": key} if key else {})}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers)) as response:
            return json.load(response)["data"]

    def api(self, path, body=None):
        return self.call("/api/v1/" + path, body, self.key)

    def control(self, path, **body):
        return self.call("/mock/" + path, body)


@pytest.fixture
def wallet():
    url = os.environ["PIX_BASE_URL"]
    account = Wallet(url).control("account/open", balanceCentavos=500_000)
    return Wallet(url, account["id"], account["key"])
