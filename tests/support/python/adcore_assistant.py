"""An assistant that works with the connector's tools alone, and the cost of its work.

It may use only texts of the person, of the list of tools, and of earlier results. Use of any
other id, hash or cursor is an error of the script, not of the product.
"""

import json
import re

from adcore_tools import Tools

TOKEN = re.compile(r"\b(?:cmp|agr|ad|kw|ast|biz|syn|cnv|spc|con|acc|his)_[0-9A-Z]{26}\b|\b[0-9a-f]{64}\b")
RESULT_MAX = 32000  # bytes: about 8,000 tokens
ENDED = ("SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED")


class Answer:
    """The result of one call: its first line, its data, and whether it was refused."""

    def __init__(self, status, message):
        self.status = status
        result = message.get("result", {})
        self.refused = bool(result.get("isError")) or "error" in message
        if "error" in message:
            self.text = json.dumps(message["error"])
        else:
            self.text = "\n".join(part["text"] for part in result["content"])
        self.data = result.get("structuredContent")

    @property
    def sentence(self):
        return self.text.split("\n")[0]

    def __repr__(self):
        return self.text[:3000]


class Assistant:
    def __init__(self, api, told=""):
        self.tools = Tools(api)
        self.known = set()
        self.cursors = set()
        self.previews = set()  # hashes of plans in its results
        self.log = []
        self.tell(told)
        listed = self.tools.rpc("tools/list").json["result"]["tools"]
        self.listed = {tool["name"]: tool for tool in listed}

    def tell(self, text):
        """Adds a message of the person."""
        self.known |= set(TOKEN.findall(text))

    # --- calling ---------------------------------------------------------------------------

    def attempt(self, tool, /, **arguments):
        """Returns the answer of a call, refused or not."""
        sent = json.dumps(arguments, separators=(",", ":"), ensure_ascii=False)
        guessed = set(TOKEN.findall(sent)) - self.known
        assert not guessed, "%s with what no result told: %s" % (tool, guessed)
        cursor = arguments.get("cursor")
        assert cursor is None or cursor in self.cursors, "a cursor that no result told"
        resp = self.tools.api.request(
            "POST",
            "/mcp",
            {
                "jsonrpc": "2.0",
                "id": len(self.log) + 1,
                "method": "tools/call",
                "params": {"name": tool, "arguments": arguments},
            },
            root=True,
            expect=(200, 403, 429),
            headers={"Accept": "application/json, text/event-stream"},
        )
        answer = Answer(resp.status, resp.json)
        self.known |= set(TOKEN.findall(answer.text))
        if tool in ("preview_sync", "revert_sync") and not answer.refused:
            shown = answer.data["plan" if tool == "preview_sync" else "revert"]
            self.previews.add(shown.get("planHash"))
        if answer.data and "nextCursor" in answer.data:
            self.cursors.add(answer.data["nextCursor"])
        got = len(answer.text.encode())
        assert got <= RESULT_MAX, "%s answered %d bytes" % (tool, got)
        self.log.append(
            {
                "tool": tool,
                "sent": len(sent.encode()),
                "got": got,
                "refused": answer.refused,
                "sentence": answer.sentence,
            }
        )
        if not answer.refused:
            self.check_shape(tool, arguments, answer)
        return answer

    def check_shape(self, tool, arguments, answer):
        """An accepted call must be valid by the list of tools, and its answer must match the
        output schema."""
        schema = self.listed[tool]
        assert set(arguments) <= set(schema["inputSchema"].get("properties", {})), tool
        for name in schema["outputSchema"].get("required", ()):
            assert name in answer.data, "%s answers no %s" % (tool, name)
        assert re.match(r"^[A-Za-z0-9].*[.]$", answer.sentence), answer.sentence
        lines = answer.text.split("\n")
        assert lines[1] == "<data>" and lines[-1] == "</data>", answer
        assert json.loads("\n".join(lines[2:-1])) == answer.data

    def do(self, tool, /, **arguments):
        """The data of a call that has to succeed."""
        answer = self.attempt(tool, **arguments)
        assert not answer.refused, answer
        return answer.data

    def refused(self, tool, /, later=False, **arguments):
        """The text of a call that must be refused and that must say so. With `later` the job
        does other work before it repeats the call."""
        answer = self.attempt(tool, **arguments)
        self.log[-1]["later"] = later
        assert answer.refused, answer
        if answer.status == 200:
            reads = tool.startswith(("get_", "find_", "list_", "preview_"))
            assert answer.text.endswith("Nothing was changed.") != reads, answer
        return answer.text

    # --- habits ----------------------------------------------------------------------------

    def find(self, resource, **filters):
        """Every object that matches, page by page."""
        found, cursor = [], {}
        while True:
            page = self.do("find_objects", resource=resource, **filters, **cursor)
            found += page["objects"]
            if "nextCursor" not in page:
                assert len(found) == page["total"]
                return found
            cursor = {"cursor": page["nextCursor"]}

    def one(self, resource, name, **filters):
        """The one object with this name."""
        found = self.do("find_objects", resource=resource, q=name, **filters)
        assert found["total"] == 1, found
        return found["objects"][0]

    def follow(self, run):
        """The run when it has ended."""
        for _ in range(20):
            if run["status"] in ENDED:
                return run
            run = self.do("get_sync", id=run["id"], wait=30)["run"]
        raise AssertionError("the run does not end: %r" % run)

    def push(self, **selection):
        """Previews, lets the person agree, pushes and waits. Returns the finished run."""
        plan = self.do("preview_sync", **selection)["plan"]
        assert plan["violations"] == [], plan["violations"]
        run = self.do("push_sync", planHash=plan["planHash"], **selection)["run"]
        return self.follow(run)

    # --- cost ------------------------------------------------------------------------------

    def cost(self):
        return {
            "calls": len(self.log),
            "bytes": sum(call["sent"] + call["got"] for call in self.log),
            "refused": sum(call["refused"] for call in self.log),
            "extra": self.extra(),
        }

    def extra(self):
        """The maximum number of calls between a refusal and the next success of the same tool,
        or 0 if that call followed at once or never."""
        worst = 0
        for i, call in enumerate(self.log):
            if not call["refused"] or call.get("later"):
                continue
            for k in range(i + 1, len(self.log)):
                if self.log[k]["tool"] == call["tool"] and not self.log[k]["refused"]:
                    worst = max(worst, k - i - 1)
                    break
        return worst
