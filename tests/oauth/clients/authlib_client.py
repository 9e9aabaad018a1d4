"""Authlib's OAuth 2 session against a server: discovery, registration, code with PKCE, refresh,
revocation. Usage: authlib_client.py ISSUER RESOURCE REDIRECT. Prints "open URL", reads the
callback's URL, and prints the result as one line of JSON."""

import json
import os
import sys

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # the test's server is plain http on loopback


def discover(issuer):
    found = requests.get(get_well_known_url(issuer, external=True), timeout=30)
    found.raise_for_status()
    metadata = AuthorizationServerMetadata(found.json())
    for name in ("token_endpoint", "response_types_supported", "scopes_supported"):
        getattr(metadata, "validate_" + name)()
    assert metadata["issuer"] == issuer
    return metadata


def register(metadata, redirect):
    made = requests.post(
        metadata["registration_endpoint"],
        json={
            "client_name": "Authlib",
            "redirect_uris": [redirect],
            "token_endpoint_auth_method": "client_secret_basic",
        },
        timeout=30,
    )
    assert made.status_code == 201, made.text
    return made.json()


def main(issuer, resource, redirect):
    metadata = discover(issuer)
    client = register(metadata, redirect)
    session = OAuth2Session(
        client["client_id"],
        client["client_secret"],
        token_endpoint_auth_method=client["token_endpoint_auth_method"],
        revocation_endpoint_auth_method=client["token_endpoint_auth_method"],
        scope="campaigns:read ads:read",
        redirect_uri=redirect,
        code_challenge_method="S256",
    )
    verifier = generate_token(64)
    url, state = session.create_authorization_url(
        metadata["authorization_endpoint"], code_verifier=verifier, resource=resource
    )
    print("open", url, flush=True)
    back = sys.stdin.readline().strip()
    token = session.fetch_token(
        metadata["token_endpoint"], authorization_response=back, state=state, code_verifier=verifier
    )
    first = dict(token)
    second = dict(session.refresh_token(metadata["token_endpoint"]))
    gone = session.revoke_token(metadata["revocation_endpoint"], second["refresh_token"])
    assert gone.status_code == 200, gone.text
    try:
        session.refresh_token(metadata["token_endpoint"], second["refresh_token"])
        after = "refreshed"
    except Exception as error:  # each version has another class
        after = getattr(error, "error", str(error))
    print(json.dumps({"first": first, "second": second, "after": after}), flush=True)


main(*sys.argv[1:])
