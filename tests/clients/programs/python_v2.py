"""The v2 line of the Python SDK, see told.py. Usage: python_v2.py URL REDIRECT MODE; MODE as the
SDK's: legacy, auto, or a revision."""

import sys
import urllib.parse

from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

from told import Memory, hear, run, say, serve

URL, REDIRECT, MODE = sys.argv[1:4]


async def open_it(url):
    say(open=url)


async def came_back():
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(await hear()).query))
    return AuthorizationCodeResult(code=query.get("code", ""), state=query.get("state"),
                                   iss=query.get("iss"))


async def main():
    auth = OAuthClientProvider(URL, OAuthClientMetadata(
        client_name="Python SDK v2", redirect_uris=[REDIRECT],
        grant_types=["authorization_code", "refresh_token"], response_types=["code"],
        token_endpoint_auth_method="none"), Memory(), open_it, came_back)
    async with create_mcp_http_client(auth=auth) as http:
        transport = streamable_http_client(URL, http_client=http)
        async with Client(transport, mode=MODE) as client:
            await serve(client.protocol_version, client.list_tools, client.call_tool)


run(main)
