"""FastMCP's client, which opens a browser and listens for its callback itself. See told.py.
Usage: fastmcp_client.py URL."""

import sys
import warnings
import webbrowser

from fastmcp import Client
from fastmcp.client.auth import OAuth

from told import run, say, serve


class Told(webbrowser.BaseBrowser):
    def open(self, url, new=0, autoraise=True):
        say(open=url, listens=True)
        return True


async def main():
    warnings.simplefilter("ignore")  # of tokens that are kept in memory
    webbrowser.register("told", None, Told(), preferred=True)
    async with Client(sys.argv[1], auth=OAuth(client_name="FastMCP")) as client:
        await serve(client.protocol_version, client.list_tools_mcp, client.call_tool_mcp)


run(main)
