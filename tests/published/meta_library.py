"""Meta's library against a simulator: only the Graph's host differs."""

from facebook_business.adobjects.adaccount import AdAccount
from facebook_business.api import FacebookAdsApi
from facebook_business.session import FacebookSession

from meta_client import Graph


def account_of(sandbox, monkeypatch, graph=None):
    monkeypatch.setattr(FacebookSession, "GRAPH", "http://127.0.0.1:%d/meta" % sandbox.port)
    graph = graph or Graph(sandbox)
    session = FacebookSession("sandbox", "sandbox", graph.token)
    session.requests.trust_env = False
    return AdAccount(graph.act, api=FacebookAdsApi(session, api_version="v26.0"))
