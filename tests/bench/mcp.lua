-- POST of one JSON-RPC message (BENCH_BODY) to /mcp.
local text

init = function(args)
	text = wrk.format("POST", "/mcp", {
		["Authorization"] = "Bearer " .. os.getenv("BENCH_TOKEN"),
		["Content-Type"] = "application/json",
		["Accept"] = "application/json, text/event-stream",
		["MCP-Protocol-Version"] = "2025-11-25",
	}, os.getenv("BENCH_BODY"))
end

request = function()
	return text
end
