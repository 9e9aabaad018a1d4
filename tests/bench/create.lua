-- POST of campaigns whose names no other request has.
local threads, n = 0, 0
local run = os.getenv("BENCH_RUN")
local headers = {
	["Authorization"] = "Bearer " .. os.getenv("BENCH_TOKEN"),
	["Content-Type"] = "application/json",
}

setup = function(thread)
	thread:set("id", threads)
	threads = threads + 1
end

request = function()
	n = n + 1
	local name = string.format("Bench %s %d-%d", run, id, n)
	local body = '{"name":"' .. name .. '","platform":"google","type":"SEARCH","budget":10}'
	return wrk.format("POST", "/api/v1/campaigns", headers, body)
end
