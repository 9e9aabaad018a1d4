"""The v1 line of the Python SDK, see told.py. Usage: python_v1.py URL REDIRECT."""

import sys
import urllib.parse

from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

from told import Memory, hear, run, say, serve

URL, REDIRECT = sys.argv[1:3]


async def open_it(url):
    say(open=url)


async def came_back():
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(await hear()).query))
    return query.get("code", ""), query.get("state")


async def main():
    auth = OAuthClientProvider(URL, OAuthClientMetadata(
        client_name="Python SDK v1", redirect_uris=[REDIRECT],
        grant_types=["authorization_code", "refresh_token"], response_types=["code"],
        token_endpoint_auth_method="none"), Memory(), open_it, came_back)
    async with create_mcp_http_client(auth=auth) as http:
        async with streamable_http_client(URL, http_client=http) as (read, write, _):
            async with ClientSession(read, write) as session:
                begun = await session.initialize()
                await serve(begun.protocolVersion, session.list_tools, session.call_tool)


run(main)
