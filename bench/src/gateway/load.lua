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
  -- Lua hashes a string by its first and last four characters, four in the middle, and four after the first quarter: the digits of the first weight
  -- stand there. With others, most of these strings had the hash of thousands, and wrk took seconds to begin, or never did.
  local line = 'GET /v1/score?wAdequacy=0.2&wPrice=%.6f&wCarbon=%.6f&wGrid=0.3 HTTP/1.1%s'
  for index = 1, differentQueries do
    local price = 0.5 * index / differentQueries
    requests[index] = string.format(line, price, 0.5 - price, heads[index % #keys + 1])
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
