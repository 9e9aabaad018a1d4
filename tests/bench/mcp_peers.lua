-- POSTs of JSON-RPC to /mcp in either era. BENCH_BODY: the message, in which @ID@ stands for an id of
-- BENCH_IDS, a file with one a line, by turns; BENCH_ERA: legacy or modern; BENCH_TOKEN where one is needed.
local texts, n = {}, 0

init = function(args)
	local body, era = os.getenv("BENCH_BODY"), os.getenv("BENCH_ERA")
	local method, name = body:match('"method": "([^"]+)"'), body:match('"name": "([^"]+)"')
	local headers = {
		["Content-Type"] = "application/json",
		["Accept"] = "application/json, text/event-stream",
		["MCP-Protocol-Version"] = era == "modern" and "2026-07-28" or "2025-11-25",
	}
	if era == "modern" then
		headers["Mcp-Method"] = method
		headers["Mcp-Name"] = name
	end
	if os.getenv("BENCH_TOKEN") then
		headers["Authorization"] = "Bearer " .. os.getenv("BENCH_TOKEN")
	end
	for id in io.lines(os.getenv("BENCH_IDS")) do
		texts[#texts + 1] = wrk.format("POST", "/mcp", headers, (body:gsub("@ID@", id)))
	end
end

request = function()
	n = n % #texts + 1
	return texts[n]
end
