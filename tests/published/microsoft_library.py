"""Microsoft's library against a simulator: only its built-in hosts differ."""

import sys

import bingads.authorization as authorization
from bingads.service_client import ServiceClient
import openapi_client.models.campaign  # noqa: F401
import openapi_client.models.customer.get_user_request  # noqa: F401
import openapi_client.models.reporting  # noqa: F401

# The modules: within the packages the names are those of classes.
CAMPAIGN = sys.modules["openapi_client.models.campaign"]
CUSTOMER = sys.modules["openapi_client.models.customer"]
REPORTING = sys.modules["openapi_client.models.reporting"]
MANAGE = (authorization.PRODUCTION, authorization.MSADS_MANAGE)


def point_at(sandbox, monkeypatch):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    root = "http://127.0.0.1:%d/microsoft" % sandbox.port
    hosts = dict.fromkeys(ServiceClient.endpoints["production"], root)
    monkeypatch.setitem(ServiceClient.endpoints, "production", hosts)
    token = root + "-oauth/common/oauth2/v2.0/token"
    monkeypatch.setitem(authorization._UriOAuthService.AUTH_TOKEN_URI, MANAGE, token)


def signed_in(account):
    """The library's own sign-in, by the account's refresh token."""
    grant = authorization.OAuthWebAuthCodeGrant("client", "secret", "http://127.0.0.1/cb")
    grant.request_oauth_tokens_by_refresh_token(account.refresh_token)
    return authorization.AuthorizationData(account.id, "7", "developer", grant)


def service(data, name):
    return ServiceClient(name, 13, data)


def call(client, name, body, types=CAMPAIGN):
    return getattr(client, name)(getattr(types, name + "Request").from_dict(body))
