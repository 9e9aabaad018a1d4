"""Controls a client program: one JSON object per line on stdin, one answer per line on stdout.
{"do": "tools"}, {"do": "call", "name", "arguments"}, {"do": "end"}. Answers: {"ok": …} with the
client's result, or {"error": "…"} with the error that its user would read. The first line is
{"ok": {"protocol": …}}. In between it may print {"open": URL}: a person must open the URL, and
the callback's URL is then the next line of stdin, unless the client listens for it itself."""

import json
import sys

import anyio


def say(**members):
    print(json.dumps(members), flush=True)


async def hear():
    line = await anyio.to_thread.run_sync(sys.stdin.readline)
    return line.strip()


def leaves(error):
    """The errors inside groups and behind causes, as text."""
    if isinstance(error, BaseExceptionGroup):
        return [text for inner in error.exceptions for text in leaves(inner)]
    text = [f"{type(error).__name__}: {error}"]
    return text + (leaves(error.__cause__) if error.__cause__ else [])


def plain(model):
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


async def serve(protocol, tools, call):
    """Executes commands until "end". tools and call return the library's results."""
    say(ok={"protocol": protocol})
    while True:
        command = json.loads(await hear())
        if command["do"] == "end":
            return
        try:
            if command["do"] == "tools":
                say(ok=plain(await tools()))
            else:
                say(ok=plain(await call(command["name"], command["arguments"])))
        except Exception as error:  # the kind of error is part of the test
            say(error="; ".join(leaves(error)))


def run(main):
    try:
        anyio.run(main)
    except Exception as error:
        say(error="; ".join(leaves(error)))


class Memory:
    """The storage that a host application gives to the SDK."""

    def __init__(self):
        self.tokens = None
        self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info
