"""The connector, called by a client of protocol revision 2026-07-28 with that client's
capabilities."""

from adcore_events import PREFIX, Stream, legacy_message, modern_message

TASKS = PREFIX + "tasks"
FORM = {"elicitation": {"form": {}}}
URL = {"elicitation": {"url": {}}}
BOTH = {"elicitation": {"form": {}, "url": {}}}
TASKED = {"extensions": {TASKS: {}}}


class Connector:
    def __init__(self, server, token, **capabilities):
        self.server, self.token, self.capabilities = server, token, capabilities
        self.count = 0

    def declaring(self, **capabilities):
        return Connector(self.server, self.token, **capabilities)

    def ask(self, method, params, name=None, **options):
        """The answer as it came, which may be a stream."""
        self.count += 1
        meta = {PREFIX + "clientCapabilities": self.capabilities, **options.pop("meta", {})}
        message, headers = modern_message(method, params, id=self.count, meta=meta)
        name = name or params.get("taskId")
        if name:
            headers["Mcp-Name"] = name
        return Stream(self.server.port, self.token, message, headers, **options)

    def answer(self, method, params, status=200, name=None):
        """The JSON-RPC message."""
        got = self.ask(method, params, name)
        got.close()
        assert got.status == status and not got.is_stream, (got.status, got.json)
        assert got.json["id"] == self.count
        return got.json

    def result(self, method, params):
        message = self.answer(method, params)
        assert "result" in message, message
        return message["result"]

    def error(self, method, params, code, status=200):
        message = self.answer(method, params, status)
        assert message["error"]["code"] == code, message
        return message["error"]

    def tool(self, tool, arguments, **more):
        return self.result("tools/call", dict(more, name=tool, arguments=arguments))

    def preview(self, **selection):
        selection = selection or {"all": True}
        done = self.tool("preview_sync", selection)
        assert "structuredContent" in done, done
        return dict(selection, planHash=done["structuredContent"]["plan"]["planHash"])


def legacy_tool(server, token, tool, arguments):
    message, headers = legacy_message("tools/call", {"name": tool, "arguments": arguments})
    got = Stream(server.port, token, message, headers)
    got.close()
    assert got.status == 200, got.json
    return got.json["result"]
