"""The connector's tools from outside."""

import itertools
import re

RESULT_MAX = 24000  # bytes of structuredContent

_ids = itertools.count(1)


class Tools:
    """Calls tools with an API token, as a script does: protocol 2025-11-25, plain JSON."""

    def __init__(self, api):
        self.api = api

    def rpc(self, method, params=None, expect=200):
        message = {"jsonrpc": "2.0", "id": next(_ids), "method": method, "params": params or {}}
        resp = self.api.request(
            "POST",
            "/mcp",
            message,
            root=True,
            expect=expect,
            headers={"Accept": "application/json, text/event-stream"},
        )
        assert resp.json["id"] == message["id"], resp
        return resp

    def result(self, tool, /, **arguments):
        """The whole result of a call."""
        return self.rpc("tools/call", {"name": tool, "arguments": arguments}).json["result"]

    def call(self, tool, /, **arguments):
        """The structured content of a call that has to succeed."""
        result = self.result(tool, **arguments)
        assert not result.get("isError"), result
        return result["structuredContent"]

    def text(self, tool, /, **arguments):
        """The text of a call that has to succeed."""
        result = self.result(tool, **arguments)
        assert not result.get("isError"), result
        return result["content"][0]["text"]

    def refused(self, tool, /, **arguments):
        """The text of a call that has to be refused."""
        result = self.result(tool, **arguments)
        assert result.get("isError") is True, result
        return result["content"][0]["text"]

    def forbidden(self, tool, /, **arguments):
        """The scopes that the challenge names, of a call beyond the token's."""
        message = {"name": tool, "arguments": arguments}
        resp = self.rpc("tools/call", message, expect=403)
        challenge = resp.headers["www-authenticate"]
        assert 'error="insufficient_scope"' in challenge, challenge
        return set(re.search(r'scope="([^"]*)"', challenge).group(1).split())

    def names(self):
        """The tools that are listed."""
        return [tool["name"] for tool in self.rpc("tools/list").json["result"]["tools"]]

    def walk(self, tool, member, /, **arguments):
        """Every row of a tool that answers pages."""
        rows, cursor = [], {}
        while True:
            page = self.call(tool, **arguments, **cursor)
            rows += page[member]
            if "nextCursor" not in page:
                assert len(rows) == page["total"]
                return rows
            assert page[member], "an empty page with a next cursor"
            cursor = {"cursor": page["nextCursor"]}
