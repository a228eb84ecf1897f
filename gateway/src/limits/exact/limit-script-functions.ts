/**
 * Functions of `limit-script.ts`: arguments, the window of the minute, and the requests beyond a quota. They use the script's constants of the layout,
 * its `now` and `nowAt`, and its short names of Lua functions.
 */
export const limitScriptFunctions = `
-- Most operations of a call have the same few arguments: reading a number costs more than finding it.
local numbers = {}
local function numberOf(text)
  local number = numbers[text]
  if not number then
    number = tonumber(text)
    numbers[text] = number
  end
  return number
end

-- Removes the seconds that have left the window, and finds the oldest one in it.
local function leave(cells, oldest, newest, sum)
  if now - newest >= cellCount then return string.rep('\\0', 2 * cellCount), now, 0 end
  while now - oldest >= cellCount do
    local at = 1 + 2 * (oldest % cellCount)
    local high, low = byte(cells, at, at + 1)
    sum = sum - high * 256 - low
    cells = sub(cells, 1, at - 1) .. '\\0\\0' .. sub(cells, at + 2)
    local found = find(cells, '%Z', at + 2) or find(cells, '%Z')
    local cell = floor((found - 1) / 2)
    oldest = oldest + 1 + (cell - oldest - 1) % cellCount
  end
  return cells, oldest, sum
end

local function cellAt(raw, second)
  local high, low = byte(raw, firstCell + 2 * (second % cellCount), firstCell + 1 + 2 * (second % cellCount))
  return high * 256 + low
end

-- The cells, and what comes after them, with so many more requests in this second: three parts.
local function cellsWith(raw, requests)
  if requests == 0 then return sub(raw, firstCell), '', '' end
  local high, low = byte(raw, nowAt, nowAt + 1)
  local total = high * 256 + low + requests
  return sub(raw, firstCell, nowAt - 1), char(floor(total / 256), total % 256), sub(raw, nowAt + 2)
end

-- Seconds until the count is below both the limit and the current count. A second loses up to its share as the oldest of the window, and
-- the rest a second later. Those admitted in this second are not in the state yet.
local function secondsUntilFree(raw, admitted, oldest, sum, counting, limit, share)
  local target = math.min(limit, counting) - 1
  for second = oldest, now do
    local requests = cellAt(raw, second) + (second == now and admitted or 0)
    local untilOldest = second + cellCount - 1 - now
    if untilOldest > 0 and sum - math.min(requests, share) <= target then return untilOldest end
    sum = sum - requests
    if sum <= target then return untilOldest + 1 end
  end
  return cellCount - 1
end

-- Change of the requests beyond a quota when the count changes.
local function beyond(from, to, quota)
  return math.max(0, to - quota) - math.max(0, from - quota)
end

-- Changes the requests beyond the quota of a plan. A request that is given back may belong to an earlier plan.
local function changeOverage(raw, offset, plan, change)
  if change == 0 or plan == 0 then return raw end
  if #raw < firstOverage then raw = raw .. string.rep('\\0', 2 * overageOfMonth) end
  for turn = 0, 2 do
    local at = firstOverage + offset + 4 * ((plan - 1 + turn) % 3)
    local counted = unpackHead('>I4', raw, at)
    local part = math.max(change, -counted)
    raw = sub(raw, 1, at - 1) .. packHead('>I4', counted + part) .. sub(raw, at + 4)
    change = change - part
    if change == 0 then break end
  end
  return raw
end

-- The first number of the terms: the quota, and the plan that prices requests beyond it.
local function termsOf(text)
  local terms = tonumber(string.match(text, '^%d+'))
  return floor(terms / 4), terms % 4
end
`

/**
 * Functions of `limit-script.ts` about states of client addresses: their number, and requests that take from several. They use the script's `raws`,
 * `changed`, `reply` and `operationCount`; the main loop sets `group`.
 */
export const limitScriptAddressFunctions = `
-- Addresses with a state in this span, by tag and kind. Read lazily: most calls hold no address.
local rooms = {}
local addressSpan = floor(now / addressSeconds)
local function roomOf(key)
  local tag = string.match(key, '^[^}]*}')
  local room = rooms[tag]
  if room then return room end
  room = { [demo] = 0, [anonymous] = 0 }
  rooms[tag] = room
  for i = operationCount + 1, #KEYS do
    if sub(KEYS[i], 1, #tag) == tag then
      room.key = KEYS[i]
      if raws[i] then
        local ofMonth, ofDemo, ofSpan, ofAnonymous = unpackHead(roomLayout, raws[i])
        if ofMonth == month then room[demo] = ofDemo end
        if ofSpan == addressSpan then room[anonymous] = ofAnonymous end
      end
    end
  end
  return room
end

local group -- changes of the operations of one request so far
local function endGroup()
  if group.isRefused then
    for _, step in ipairs(group) do
      -- A request that only months refuse counts against the minute of every state.
      local isKept, isPassed = group.isOfMonth and step.isKnown, reply[2 * step.at] % 8 == passed
      if not isKept then
        changed[step.key] = step.before
        reply[2 * step.at] = reply[2 * step.at] - 8 * 64 * step.admitted
      elseif isPassed then
        local state = changed[step.key]
        local ofMonth, count, previous, restored, newest, oldest, sum = unpackHead(layout, state)
        changed[step.key] = packHead(layout, ofMonth, count - 1, previous, restored, newest, oldest, sum) .. sub(state, firstCell)
      end
      if step.tookRoom then
        local room = roomOf(step.key)
        room[step.kind] = room[step.kind] - 1
      end
      if isPassed then reply[2 * step.at] = reply[2 * step.at] + undone end
    end
  end
  group = nil
end
`
