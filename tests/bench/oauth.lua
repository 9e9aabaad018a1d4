-- Refreshes: each takes a token of the pool and puts its successor back. BENCH_TOKENS: a file of
-- refresh tokens, a line each; BENCH_FORM: what else the client says. Run with one thread. Each
-- request comes from an address of its own, for whoever believes a proxy.
local pool, first, last, n = {}, 1, 0, 0
local form = os.getenv("BENCH_FORM") .. "&grant_type=refresh_token&refresh_token="
local headers = { ["Content-Type"] = "application/x-www-form-urlencoded" }

local function escape(text)
	return (text:gsub("[^%w%-._~]", function(c)
		return string.format("%%%02X", c:byte())
	end))
end

local function put(token)
	last = last + 1
	pool[last] = token
end

init = function(args)
	for token in io.lines(os.getenv("BENCH_TOKENS")) do
		put(token)
	end
end

request = function()
	local token = pool[first]
	pool[first] = nil
	first = first + 1
	n = n + 1
	headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", n / 65536 % 256, n / 256 % 256, n % 256)
	return wrk.format("POST", nil, headers, form .. escape(token))
end

response = function(status, head, body)
	local token = body:match('"refresh_token"%s*:%s*"([^"]+)"')
	if token then
		put(token)
	end
end
