-- What wrk sends, and what it says at the end. Arguments: "same" or "different", and the file with one key per line.

-- Where LuaJIT finds no room for machine code near its own, it compiles the same loop again and again: of 25 runs two took seconds to begin, some
-- never did. Interpreted, the requests are ready in 0.3 s, and wrk sends as many.
jit.off()

local requests = {}
local asked = 0

-- More different queries than a candidate answers in the second that a cache may keep an answer for.
local differentQueries = 100000

function init(args)
  local keys = {}
  for key in io.lines(args[2]) do keys[#keys + 1] = key end
  local function add(path, index)
    requests[#requests + 1] = wrk.format('GET', path, { ['X-Api-Key'] = keys[index % #keys + 1] })
  end
  if args[1] == 'same' then
    for index = 1, #keys do add('/v1/carbon/intensity', index) end
  else
    for index = 1, differentQueries do
      local price = 0.5 * index / differentQueries
      local query = string.format('wPrice=%.6f&wCarbon=%.6f&wGrid=0.3&wAdequacy=0.2', price, 0.5 - price)
      add('/v1/score?' .. query, index)
    end
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
