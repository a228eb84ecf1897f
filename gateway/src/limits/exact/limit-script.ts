import { limitState } from '@hexawatt/shared/redis/limit-state'
import { verdicts } from '../quota/reading.ts'
import { placeFields, stateFunctions } from './limit-script-state.ts'

const { passed, byMinute, byMonth, unrestored, tooManyAddresses, undone } = verdicts
const { windowSeconds } = limitState

/**
 * The limiter's decision, inside Redis and by its clock, the only clock that all gateways share. A state is a packed string in Redis and has named fields
 * here, between `readState` and `writeState` (`limit-script-state.ts`). KEYS, ARGV and the reply are those of `limit-request.ts`. Because of the script's
 * first line, Redis refuses the whole script wherever it refuses changes: a replica decides nothing.
 * / A request takes one of the minute and one of the month from all states that it names, or from none. A refusal by the minute takes nothing. A refusal by
 * the month only counts against the minute of each existing state: a client that keeps asking is soon refused by the minute, which costs no call. New
 * addresses are bounded, under each tag: those of the demo key in each month, others in each span of two minutes.
 */
export const limitScript = placeFields(`#!lua
local time = redis.call('TIME')
local nowMs = tonumber(ARGV[1]) or time[1] * 1000 + math.floor(time[2] / 1000)
local now, month, monthStart, monthEnd = math.floor(nowMs / 1000), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if now < monthStart or now >= monthEnd then return { nowMs } end
local addressSpan, maxNewAddresses = math.floor(now / 120), tonumber(ARGV[5])
local stored, states, addressCounts, requests = redis.call('MGET', unpack(KEYS)), {}, {}, {}

${stateFunctions}
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

local judged, verdicts, countings, reply, first = {}, {}, {}, { nowMs }, 0
for i = 6, #ARGV do
  local asked = requests[ARGV[i]]
  if not asked then -- Most requests of a call ask the same.
    asked = cjson.decode(ARGV[i])
    requests[ARGV[i]] = asked
  end
  local kind, change, limits = asked.kind, asked.change, asked.limits or {}
  local last = first + (change and 1 or #limits)
  local addressCount = asked.boundsAddresses and (addressCounts[KEYS[last + 1]] or addressCountAt(last + 1))
  -- A request judges all of its states first; then it takes from each of them, or from none.
  local isRefused, isOnlyByMonth, newAddresses = false, true, 0
  for j = 1, #limits do
    local state, limit, verdict = states[KEYS[first + j]] or readState(first + j, kind), limits[j], ${passed}
    local counting = state.inWindow -- Of the oldest second, which has left the last 60 s in part, up to a 60th of the limit does not count.
    if now - state.oldest >= 60 then counting = counting - math.min(cellAt(state.packed, state.oldest), math.ceil(limit.minute / 60)) end
    if state.isRestored == 0 and not asked.servesUnrestored then verdict = ${unrestored}
    elseif counting >= limit.minute then verdict = ${byMinute} -- The minute first: its refusal ends sooner.
    elseif limit.month and state.requests >= limit.month then verdict = ${byMonth}
    elseif addressCount and state.isNewAddress then
      newAddresses = newAddresses + 1
      if addressCount[kind] + newAddresses > maxNewAddresses then verdict = ${tooManyAddresses} end
    end
    if verdict ~= ${passed} then isRefused, isOnlyByMonth = true, isOnlyByMonth and verdict == ${byMonth} end
    judged[j], verdicts[j], countings[j] = state, verdict, counting
  end
  for j = 1, #limits do
    local state, limit, verdict, counting, at = judged[j], limits[j], verdicts[j], countings[j], #reply
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
  if change then -- Of a month: a give-back, what was served without Redis, or the stored count.
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
