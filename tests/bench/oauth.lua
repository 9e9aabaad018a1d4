-- Refreshes: each takes a token of the pool and puts its successor back. BENCH_TOKENS: a file of
-- refresh tokens, a line each; BENCH_FORM: what else the client says. Run with one thread. Each
-- request comes from an address of its own, for whoever believes a proxy. What was refused is said
-- on stderr, once: a refusal costs the pool a token.
local pool, first, last, n, said = {}, 1, 0, 0, false
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

local function say(text)
	if not said then
		io.stderr:write(text, "\n")
		said = true
	end
end

init = function(args)
	for token in io.lines(os.getenv("BENCH_TOKENS")) do
		put(token)
	end
end

-- An empty pool has nothing to show: the refusal of "" fails the run, with what came before it.
request = function()
	local token = pool[first] or ""
	if token ~= "" then
		pool[first] = nil
		first = first + 1
	else
		say("no refresh token is left after " .. n .. " requests")
	end
	n = n + 1
	headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", math.floor(n / 65536) % 256,
		math.floor(n / 256) % 256, n % 256)
	return wrk.format("POST", nil, headers, form .. escape(token))
end

response = function(status, head, body)
	local token = body:match('"refresh_token"%s*:%s*"([^"]+)"')
	if token then
		put(token)
	else
		say(status .. " " .. body)
	end
end
