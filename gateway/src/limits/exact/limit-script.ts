import { limitState } from '@hexawatt/shared/redis/limit-state'
import { verdicts } from '../quota/reading.ts'

const { headFormat, headFields, headBytes, overageOffset, otherPlansOffset, otherPlanBytes, windowSeconds } = limitState
const { passed, byMinute, byMonth, unrestored, tooManyAddresses, undone } = verdicts
const firstCell = headBytes + 1
/** Fields of a state in the script, by position. `admitted`: requests of this second that are not in `packed` yet. */
const fields: readonly string[] = [
  'packed',
  'admitted',
  'renewedFor',
  'isNewAddress',
  'isChanged',
  'overage',
  ...headFields,
]
const headPositions = `${fields.length - headFields.length + 1}, ${fields.length}`

/** Names become positions: Lua makes and reads a list in half the time of a record. */
function placeFields(lua: string): string {
  return lua.replace(/\bstate\.(\w+)/g, (_, field: string) => `state[${fields.indexOf(field) + 1}]`)
}

/**
 * The limiter's decision, inside Redis and by its clock, the only one that all gateways share. A state is a packed string in Redis (`limit-state.ts`) and
 * has named fields between `readState` and `writeState`. KEYS, ARGV and the reply are those of `limit-request.ts`. With its first line Redis refuses the
 * whole script wherever it refuses changes: a replica decides nothing.
 *
 * A request takes one of the minute and one of the month from all states that it names, or from none. What a minute refuses takes nothing. What only a
 * month refuses counts against the minute of each existing state: a client that goes on asking is soon refused by the minute, which costs no call. New
 * addresses are bounded, under each tag: those of the demo key in each month, others in each span of two minutes.
 */
export const limitScript = placeFields(`#!lua
local time = redis.call('TIME')
local nowMs = tonumber(ARGV[1]) or time[1] * 1000 + math.floor(time[2] / 1000)
local now, month, monthStart, monthEnd = math.floor(nowMs / 1000), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if now < monthStart or now >= monthEnd then return { nowMs } end
local addressSpan, maxNewAddresses = math.floor(now / 120), tonumber(ARGV[5])
local stored, states, addressCounts, requests = redis.call('MGET', unpack(KEYS)), {}, {}, {}

local function cellAt(packed, second) -- Requests in one second of the window.
  local at = ${firstCell} + 2 * (second % ${windowSeconds})
  local high, low = packed:byte(at, at + 1)
  return 256 * high + low
end

local function overageOf(state) -- Requests beyond the quota by plan index. Most states have none: unpacked when needed.
  if state.overage then return state.overage end
  local overage, placed = {}, state.packed:sub(${overageOffset + 1}) .. ('\\0'):rep(24)
  for plan = 1, 3 do
    overage[plan] = { running = struct.unpack('>I4', placed, 4 * plan - 3), previous = struct.unpack('>I4', placed, 4 * plan + 9) }
  end
  for at = ${otherPlansOffset + 1}, #state.packed, ${otherPlanBytes} do
    local plan, running, previous = struct.unpack('>I1I4I4', state.packed, at)
    overage[plan] = { running = running, previous = previous }
  end
  state.overage = overage
  return overage
end

local function changeOverage(state, name, plan, change) -- What is given back may have been counted for another plan: the next one loses it.
  if change == 0 then return end
  local overage, turn = overageOf(state), 0
  overage[plan] = overage[plan] or { running = 0, previous = 0 }
  while change ~= 0 and turn < 255 do
    local counts = overage[(plan - 1 + turn) % 255 + 1] or { [name] = 0 }
    local part = math.max(change, -counts[name])
    counts[name], change, turn = counts[name] + part, change - part, turn + 1
  end
end

local function readState(i, kind) -- The state as of now. The seconds of its window and the overage stay in 'packed'.
  local isNew = not stored[i]
  local packed = stored[i] or struct.pack('${headFormat}', month, 0, 0, kind == 'account' and 0 or 1, now, now, 0) .. ('\\0'):rep(${2 * windowSeconds})
  local state = { packed, 0, false, false, false, false, struct.unpack('${headFormat}', packed) }
  local stateMonth, newest = state.month, state.newest
  if stateMonth > month + 1 then stored[i] = false return readState(i, kind) end -- From a wrong clock: as good as none.
  states[KEYS[i]] = state
  state.renewedFor = (isNew or stateMonth < month or kind == 'anonymous' and newest ~= now) and kind
  if kind == 'demo' then state.isNewAddress = isNew or stateMonth ~= month end
  if kind == 'anonymous' then state.isNewAddress = isNew or math.floor(newest / 120) ~= addressSpan end
  if stateMonth < month then -- A state that exists at the turn of a month has counted all of the new one: nothing to restore.
    local isNext, overage = stateMonth == month - 1, #packed > ${overageOffset} and overageOf(state) or {}
    state.month, state.requests, state.previousRequests, state.isRestored = month, 0, isNext and state.requests or 0, 1
    for _, counts in pairs(overage) do counts.running, counts.previous = 0, isNext and counts.running or 0 end
  end
  if state.inWindow == 0 or now < newest or now - newest >= ${windowSeconds} then
    -- Where the clock went back, all requests count as of now, so that the limit holds and none counts longer than a window.
    local kept = now < newest and state.inWindow or 0
    state.packed = ('\\0'):rep(${overageOffset}) .. packed:sub(${overageOffset + 1})
    state.newest, state.oldest, state.inWindow, state.admitted = now, now, kept, kept
  end
  while now - state.oldest >= ${windowSeconds} do
    local at = ${firstCell} + 2 * (state.oldest % ${windowSeconds})
    state.inWindow = state.inWindow - cellAt(state.packed, state.oldest)
    state.packed = state.packed:sub(1, at - 1) .. '\\0\\0' .. state.packed:sub(at + 2)
    local following = state.packed:find('%Z', at) or ${overageOffset + 1}
    if following > ${overageOffset} then following = state.packed:find('%Z', ${firstCell}) end
    state.oldest = state.oldest + (math.floor((following - ${firstCell}) / 2) - state.oldest) % ${windowSeconds}
  end
  return state
end

local function writeState(key, state)
  local at, packed, overage = ${firstCell} + 2 * (now % ${windowSeconds}), state.packed, state.overage
  local inSecond, rest = cellAt(packed, now) + state.admitted, packed:sub(at + 2)
  if overage then
    rest = packed:sub(at + 2, ${overageOffset}) .. struct.pack('>I4I4I4I4I4I4', overage[1].running, overage[2].running, overage[3].running,
      overage[1].previous, overage[2].previous, overage[3].previous)
    for plan, counts in pairs(overage) do
      if plan > 3 then rest = rest .. struct.pack('>I1I4I4', plan, counts.running, counts.previous) end
    end
  end
  packed = struct.pack('${headFormat}', unpack(state, ${headPositions})) .. packed:sub(${firstCell}, at - 1) .. struct.pack('>I2', inSecond) .. rest
  if not state.renewedFor then return redis.call('SETRANGE', key, '0', packed) end -- Keeps the time to live.
  -- States of accounts outlive the flush of usage by far; states of addresses expire as soon as they are not needed.
  local expiresAt = state.renewedFor == 'demo' and math.min(monthEnd + ${windowSeconds}, now + 31 * 86400) or monthEnd + 35 * 86400
  redis.call('SET', key, packed, 'EXAT', state.renewedFor == 'anonymous' and now + 120 or expiresAt)
end

-- Seconds until the count is below both the limit and the current count. The oldest second loses its share, a 60th of the limit, a second early.
local function secondsUntilFree(state, limit, counting)
  local left, target, share = state.inWindow, math.min(limit, counting) - 1, math.ceil(limit / 60)
  for second = state.oldest, now do
    local inSecond, untilOldest = cellAt(state.packed, second) + (second == now and state.admitted or 0), second + 60 - now
    if untilOldest > 0 and left - math.min(inSecond, share) <= target then return untilOldest end
    left = left - inSecond
    if left <= target then return untilOldest + 1 end
  end
  return 60
end

local function addressCountAt(i) -- New addresses of this month and of this span under a tag.
  local ofMonth, demo, ofSpan, anonymous = struct.unpack('>I2I4I4I4', stored[i] or ('\\0'):rep(14))
  addressCounts[KEYS[i]] = { demo = ofMonth == month and demo or 0, anonymous = ofSpan == addressSpan and anonymous or 0 }
  return addressCounts[KEYS[i]]
end

local verdicts, countings, reply, first = {}, {}, { nowMs }, 0
for i = 6, #ARGV do
  local asked = requests[ARGV[i]] or cjson.decode(ARGV[i])
  requests[ARGV[i]] = asked
  local kind, limits, change, last = asked.kind, asked.limits, asked.change, first + asked.states
  local addressCount = asked.boundsAddresses and (addressCounts[KEYS[last + 1]] or addressCountAt(last + 1))
  local isRefused, isOnlyByMonth, newAddresses = false, true, 0
  for j = 1, limits and #limits or 0 do
    local state, limit, verdict = states[KEYS[first + j]] or readState(first + j, kind), limits[j], ${passed}
    local counting = state.inWindow
    if now - state.oldest >= 60 then counting = counting - math.min(cellAt(state.packed, state.oldest), math.ceil(limit.minute / 60)) end
    if state.isRestored == 0 and not asked.servesUnrestored then verdict = ${unrestored}
    elseif counting >= limit.minute then verdict = ${byMinute} -- The minute first: its refusal ends sooner.
    elseif limit.month and state.requests >= limit.month then verdict = ${byMonth}
    elseif addressCount and state.isNewAddress then
      newAddresses = newAddresses + 1
      if addressCount[kind] + newAddresses > maxNewAddresses then verdict = ${tooManyAddresses} end
    end
    if verdict ~= ${passed} then isRefused, isOnlyByMonth = true, isOnlyByMonth and verdict == ${byMonth} end
    verdicts[j], countings[j] = verdict, counting
  end
  for j = 1, limits and #limits or 0 do
    local state, limit, verdict, counting, at = states[KEYS[first + j]], limits[j], verdicts[j], countings[j], #reply
    if not isRefused or isOnlyByMonth and not (addressCount and state.isNewAddress) then
      state.admitted, state.inWindow, state.newest, state.isChanged = state.admitted + 1, state.inWindow + 1, now, true
      counting = counting + 1
    end
    if isRefused then verdict = verdict == ${passed} and ${undone} or verdict else
      if limit.month then state.requests = state.requests + 1 end
      if limit.plan and state.requests > limit.quota then changeOverage(state, 'running', limit.plan, 1) end
      if state.isNewAddress and addressCount then addressCount[kind], addressCount.isChanged = addressCount[kind] + 1, true end
      state.isNewAddress = false
    end
    local needsSearch = counting >= limit.minute or now - state.oldest >= 60
    local freeSeconds = needsSearch and secondsUntilFree(state, limit.minute, counting) or state.oldest + 60 - now
    reply[at + 1], reply[at + 2] = verdict + 8 * (freeSeconds + 64 * counting), state.requests
  end
  if change then
    local state, at = states[KEYS[last]] or readState(last, kind), #reply
    local isRunning, isPrevious = state.month == change.month, state.month == change.month + 1
    local isKnown = (isRunning or isPrevious) and not (change.restores and (isPrevious or state.isRestored == 1))
    if isKnown and not (addressCount and state.isNewAddress and addressCount[kind] >= maxNewAddresses) then
      local name, before = isRunning and 'running' or 'previous', isRunning and state.requests or state.previousRequests
      local after, admitted = math.max(0, before + change.by), math.min(change.minute, 65535 - state.inWindow)
      if isRunning then state.requests = after else state.previousRequests = after end
      if change.plan then changeOverage(state, name, change.plan, math.max(0, after - change.quota) - math.max(0, before - change.quota)) end
      for _, counted in ipairs(change.overage) do changeOverage(state, name, counted[1], counted[2]) end
      if change.restores then state.isRestored = 1 end
      if admitted > 0 then state.admitted, state.inWindow, state.newest = state.admitted + admitted, state.inWindow + admitted, now end
      if after ~= before or admitted > 0 or change.restores then
        if state.isNewAddress and addressCount then addressCount[kind], addressCount.isChanged = addressCount[kind] + 1, true end
        state.isChanged, state.isNewAddress = true, false
      end
    end
    local verdict = state.isRestored == 0 and change.by >= 0 and ${unrestored} or ${passed}
    reply[at + 1], reply[at + 2] = verdict + 8 * 64 * state.inWindow, state.requests
  end
  first = last + (addressCount and 1 or 0)
end
for key, state in pairs(states) do
  if state.isChanged then writeState(key, state) end
end
for key, count in pairs(addressCounts) do
  local packed = struct.pack('>I2I4I4I4', month, count.demo, addressSpan, count.anonymous)
  if count.isChanged then redis.call('SET', key, packed, 'EXAT', monthEnd + ${windowSeconds}) end
end
return reply
`)
