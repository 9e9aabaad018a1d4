"""The metrics at /metrics in the Prometheus text format."""

import re

import pytest

from adcore_make import make_campaign, push
from adcore_metrics import measured_server, scrape, wait_scrape


@pytest.fixture(scope="module")
def measured():
    with measured_server() as server:
        yield server


def test_build_process_and_database(measured):
    # The database metrics appear once the listeners are open.
    found, _ = wait_scrape(measured, lambda found: "adcore_database_up" in found)
    build = r'adcore_build_info\{version="\d+\.\d+\.\d+",commit="[0-9a-z-]+"\}'
    assert [n for n in found if re.fullmatch(build, n)]
    assert found["adcore_database_up"] == 1
    assert found["adcore_schema_version"] >= 1
    assert found["adcore_resident_memory_bytes"] > 1 << 20
    assert found["adcore_storage_free_bytes"] > 0


def test_requests_by_route_and_code(measured):
    client = measured.account().client()
    before, _ = scrape(measured)
    for _ in range(3):
        client.get("/campaigns")
    client.get("/nothing", expect=404)
    after, _ = scrape(measured)

    def grew(name):
        return after.get(name, 0) - before.get(name, 0)

    assert grew('adcore_http_requests_total{route="/api/v1/",code="200"}') == 3
    assert grew('adcore_http_requests_total{route="/api/v1/",code="404"}') == 1
    series = 'adcore_http_request_seconds_%s{route="/api/v1/",class="2xx"%s}'
    assert grew(series % ("count", "")) == 3
    assert grew(series % ("bucket", ',le="+Inf"')) == 3
    assert grew(series % ("sum", "")) > 0
    buckets = [v for n, v in after.items() if n.startswith(series.split("%s")[0] + "bucket")
               and 'route="/api/v1/",class="2xx"' in n]
    assert buckets == sorted(buckets)


def test_runs_platforms_and_pulls_without_names(measured):
    account = measured.account()
    client = account.client()
    campaign = make_campaign(client, name="Secret plan of a customer")
    run = push(client)
    assert run["status"] == "SUCCEEDED"
    name = 'adcore_runs{mode="PUSH",status="SUCCEEDED"}'
    found, text = wait_scrape(measured, lambda found: found.get(name, 0) >= 1)
    platform = campaign["platform"]
    calls = 'adcore_platform_requests_total{platform="%s",result="%s"}'
    assert found[calls % (platform, "ok")] > 0
    assert calls % (platform, "throttled") in found
    ages = [n for n in found if n.startswith("adcore_pull_age_seconds")]
    assert ages and all(re.search(r'connection="con_\w+",environment="(test|live)"', n) for n in ages)
    assert all(found[n] >= 0 for n in ages)
    assert "Secret plan" not in text and account.email not in text and "spc_" not in text
