-- GET of objects by id, one after the other. BENCH_IDS: a file of paths, a line each.
local requests, at = {}, 0
local headers = { ["Authorization"] = "Bearer " .. os.getenv("BENCH_TOKEN") }

init = function(args)
	for path in io.lines(os.getenv("BENCH_IDS")) do
		requests[#requests + 1] = wrk.format("GET", path, headers)
	end
end

request = function()
	at = at % #requests + 1
	return requests[at]
end
