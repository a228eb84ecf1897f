-- The gateway's work in nginx: the key from a shared dictionary, both limits in Redis by one script, the headers of the limits.
local redis = require('nginx.redis')

-- Like the gateway's own calls.
local timeoutMs = 250
local idleMs = 60000
local pooledConnections = 256

local script = [[
  local minute = redis.call('incr', KEYS[1])
  if minute == 1 then redis.call('expire', KEYS[1], 61) end
  return { minute, redis.call('incr', KEYS[2]) }
]]

local gateway = {}
local settings
-- Name of the script in Redis, as soon as it has it.
local scriptSha

-- Runs once, before the workers are started. `given`: keysFile, redisPort, perMinute, perMonth, monthSeconds.
function gateway.start(given)
  settings = given
  settings.redisPassword = os.getenv('REDIS_PASSWORD') or ''
  settings.policy = string.format('"minute";q=%d;w=60, "month";q=%d', given.perMinute, given.perMonth)
  for key in io.lines(given.keysFile) do ngx.shared.apiKeys:set(key, true) end
end

-- A connection of the pool. A retry gets a new one, from a pool that nothing is ever put into: Redis may have closed more than one.
local function connect(isRetry)
  local client = redis:new()
  client:set_timeout(timeoutMs)
  local isConnected, reason
  if isRetry then
    isConnected, reason = client:connect('127.0.0.1', settings.redisPort, { pool = 'new' })
  else
    isConnected, reason = client:connect('127.0.0.1', settings.redisPort)
  end
  if not isConnected then return nil, reason end
  if settings.redisPassword ~= '' and client:get_reused_times() == 0 then
    local isAccepted, refusal = client:auth(settings.redisPassword)
    if not isAccepted then return nil, refusal end
  end
  return client
end

-- Counts a request in both limits. Returns both counters; nil and the reason when Redis did not answer.
local function count(minuteKey, monthKey, isRetry)
  local client, reason = connect(isRetry)
  if not client then return nil, reason end
  local counters
  if not scriptSha then scriptSha, reason = client:script('load', script) end
  if scriptSha then counters, reason = client:evalsha(scriptSha, 2, minuteKey, monthKey) end
  -- A connection that failed, or that the pool did not take, must not be used again.
  if not counters or isRetry or not client:set_keepalive(idleMs, pooledConnections) then client:close() end
  return counters, reason
end

-- Runs for every request, before the cache is asked.
function gateway.check()
  local key = ngx.var.http_x_api_key
  if not key or not ngx.shared.apiKeys:get(key) then return ngx.exit(401) end
  local minuteKey = 'lua-peer:minute:' .. key .. ':' .. math.floor(ngx.time() / 60)
  local monthKey = 'lua-peer:month:' .. key
  local counters, reason = count(minuteKey, monthKey, false)
  if not counters then counters, reason = count(minuteKey, monthKey, true) end
  if not counters then
    ngx.log(ngx.ERR, 'Redis did not count the request: ', reason)
    return ngx.exit(503)
  end
  local minuteLeft, monthLeft = settings.perMinute - counters[1], settings.perMonth - counters[2]
  if minuteLeft < 0 or monthLeft < 0 then return ngx.exit(429) end
  local headers = ngx.header
  headers['X-RateLimit-Limit-Minute'] = settings.perMinute
  headers['X-RateLimit-Remaining-Minute'] = minuteLeft
  headers['X-RateLimit-Limit-Month'] = settings.perMonth
  headers['X-RateLimit-Remaining-Month'] = monthLeft
  headers['RateLimit-Policy'] = settings.policy
  headers['RateLimit'] = '"minute";r=' .. minuteLeft .. ';t=60, "month";r=' .. monthLeft .. ';t=' .. settings.monthSeconds
end

return gateway
