-- What wrk sends, and what it says at the end. Arguments: "same" or "different", and the file with one key per line.
local requests = {}
local asked = 0

-- More different queries than a candidate answers in the second that a cache may keep an answer for.
local differentQueries = 100000

function init(args)
  local keys, heads = {}, {}
  for key in io.lines(args[2]) do
    keys[#keys + 1] = key
    -- The headers of a request with this key: all after the first line.
    heads[#heads + 1] = wrk.format('GET', '/', { ['X-Api-Key'] = key }):match('\r\n.*')
  end
  if args[1] == 'same' then
    for index = 1, #keys do requests[index] = 'GET /v1/carbon/intensity HTTP/1.1' .. heads[index] end
    return
  end
  -- LuaJIT hashes a long string by places in each sixteenth of it, which it draws anew at every start. Thirty digits that differ fill at least one
  -- sixteenth. With six the draw could miss them: thousands of strings then have one hash, and wrk takes long to begin, at times half a minute.
  local line = 'GET /v1/score?wAdequacy=0.2&wPrice=%.6f%08d%08d%08d&wCarbon=%.6f&wGrid=0.3 HTTP/1.1%s'
  for index = 1, differentQueries do
    local price = 0.5 * index / differentQueries
    local a, b, c = index * 48271 % 1e8, index * 69621 % 1e8, index * 39373 % 1e8
    requests[index] = string.format(line, price, a, b, c, 0.5 - price, heads[index % #keys + 1])
  end
end

function request()
  asked = asked % #requests + 1
  return requests[asked]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"bytes":%d,"durationUs":%d,"p50Us":%d,"p99Us":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.bytes, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
