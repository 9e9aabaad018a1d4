"""A peer of ./dev bench mcp: FastMCP, stateless, plain JSON, on a port of its own that it prints as
JSON. The list of tools is the file's, and get_object reads a row of SQLite by its id. Usage:
fastmcp_peer.py DATABASE TOOLS."""

import json
import socket
import sqlite3
import sys

import uvicorn
from fastmcp import FastMCP
from fastmcp.tools.base import Tool, ToolResult

DATABASE, TOOLS = sys.argv[1:3]
database = sqlite3.connect(f"file:{DATABASE}?mode=ro", uri=True, check_same_thread=False)
database.row_factory = sqlite3.Row


class Reads(Tool):
    async def run(self, arguments):
        row = dict(database.execute("SELECT * FROM campaigns WHERE id = ?", [arguments["id"]]).fetchone())
        row["budget"] = row.pop("budgetMicros") / 1e6
        found = {"object": row}
        return ToolResult(content=json.dumps(found), structured_content=found)


server = FastMCP("peer")
with open(TOOLS, encoding="utf-8") as file:
    for tool in json.load(file):
        server.add_tool(Reads(name=tool["name"], title=tool["title"], description=tool["description"],
                              parameters=tool["inputSchema"], output_schema=tool["outputSchema"],
                              annotations=tool["annotations"]))
listening = socket.create_server(("127.0.0.1", 0))
print(json.dumps({"port": listening.getsockname()[1]}), flush=True)
app = server.http_app(path="/mcp", json_response=True, stateless_http=True)
uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False)).run(sockets=[listening])
