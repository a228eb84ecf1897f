import { limitScriptAddressFunctions, limitScriptFunctions } from './limit-script-functions.ts'

/**
 * The limiter's decision, inside Redis: a list of operations on packed states, in order, each with a verdict. With its first line Redis
 * refuses the whole script before it runs wherever it refuses changes: a replica decides nothing, not even a refusal.
 *
 * A state is one string (measured cheaper than a hash or GCRA): month (months since year 0), requests of that month, requests of the month
 * before, whether the stored count is included, newest and oldest second with requests, requests in the window, and a ring of 61 one-second
 * cells, since any span of 60 s touches at most 61. The oldest of the 61 has left the span in part: up to a second's share of the limit,
 * rounded up, is not counted of it. So a steady rate at the limit is never refused, and no span of 60 s holds more than the limit and that
 * share. An account beyond its quota has six more counts: requests beyond the quota by the plan that prices them, of this month and of the
 * one before.
 *
 * A request of a client address may take from several states, one operation each: from all of them or from none. The number of addresses
 * with a state is bounded, without the demo key by spans of two minutes, with it by months; an address without room gets a verdict of its
 * own and leaves no state.
 *
 * A request that the minute refuses takes nothing. A request that only the month refuses counts against the minute, in every state that exists, so a
 * client that goes on asking is soon refused by the minute, which costs no call.
 *
 * KEYS: the state of each operation, then the count of addresses under each tag that has operations of addresses.
 * ARGV[1]: ms since the epoch, for tests; '' = the clock of Redis, the only one that all gateways share.
 * ARGV[2..4]: a month, its first second and the first second after it; outside it nothing is done, and the reply is only the clock.
 * ARGV[5]: addresses with a state at most, under each tag and in each span.
 * ARGV[4 + 2 × i]: operation i, packed by `limit-operation.ts`; after it the terms of the month: quota × 4 + plan that prices requests beyond
 * it (0 = none), for a restore followed by the stored overage, for a change by requests of the minute that were admitted without Redis; for
 * an address: how many of the next operations are of the same request.
 * Reply: the clock, and for each operation `verdict + 8 × (seconds until there is room + 64 × requests that count in the window)` and the
 * requests of the month.
 */
export const limitScript = `#!lua
local byte, char, sub, find, floor = string.byte, string.char, string.sub, string.find, math.floor
local unpackHead, packHead = struct.unpack, struct.pack
local layout, firstCell, cellCount = '>I2I4I4I1I4I4I2', 22, 61
local firstOverage, overageOfMonth = firstCell + 2 * cellCount, 12
local day = 86400
local account, demo, anonymous = 0, 1, 2
local opTake, opTakeUnrestored, opAdd, opRestore = 0, 1, 3, 4 -- 2 gives back
local passed, byMinute, byMonth, unrestored, noRoom, undone = 0, 1, 2, 3, 4, 5

local nowMs = tonumber(ARGV[1])
if not nowMs then
  local time = redis.call('TIME')
  nowMs = time[1] * 1000 + floor(time[2] / 1000)
end
local now = floor(nowMs / 1000)
local month, monthStart, monthEnd = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if now < monthStart or now >= monthEnd then return { nowMs } end
local maxAddresses, addressSeconds, roomLayout = tonumber(ARGV[5]), 120, '>I2I4I4I4'
local nowAt = firstCell + 2 * (now % cellCount)

-- States of accounts outlive the flush of usage by far; states of addresses expire as soon as they are not needed.
local function expiresAt(kind)
  if kind == account then return monthEnd + 35 * day end
  if kind == demo then return math.min(monthEnd + cellCount, now + 31 * day) end
  return now + addressSeconds
end

${limitScriptFunctions}
local raws = redis.call('MGET', unpack(KEYS))
local changed, expiries, reply = {}, {}, { nowMs }

local operationCount = (#ARGV - 5) / 2
${limitScriptAddressFunctions}
-- One flat loop without a table per state: every request passes here.
for i = 1, operationCount do
  local key = KEYS[i]
  local packedOp = numberOf(ARGV[2 * i + 4])
  local kind = packedOp % 4
  packedOp = (packedOp - kind) / 4
  local operation = packedOp % 8
  packedOp = (packedOp - operation) / 8
  local first = packedOp % 65536
  local second = (packedOp - first) / 65536
  local raw = changed[key] or raws[i]

  local ofMonth, count, previous, restored, newest, oldest, sum
  if raw then ofMonth, count, previous, restored, newest, oldest, sum = unpackHead(layout, raw) end
  local needsRoom, tookRoom = false, false
  if kind ~= account and (operation == opTake or operation == opAdd) then
    needsRoom = not raw or kind == demo and ofMonth ~= month or kind == anonymous and floor(newest / addressSeconds) ~= addressSpan
  end
  -- A month beyond the next one comes from a wrong clock.
  if not raw or ofMonth > month + 1 then
    raw, ofMonth, count, previous, newest, oldest, sum = string.rep('\\0', firstCell - 1 + 2 * cellCount), month, 0, 0, now, now, 0
    restored = kind == account and 0 or 1
    expiries[key] = kind
  elseif ofMonth < month then
    -- A state that exists at the turn of a month has counted all of the new one: nothing to restore.
    local isNext = ofMonth == month - 1
    previous = isNext and count or 0
    if #raw >= firstOverage then
      local empty = string.rep('\\0', overageOfMonth)
      local kept = isNext and sub(raw, firstOverage, firstOverage + overageOfMonth - 1) or empty
      raw = sub(raw, 1, firstOverage - 1) .. empty .. kept
    end
    ofMonth, count, restored, expiries[key] = month, 0, 1, kind
  end
  if newest ~= now then
    if sum == 0 then
      oldest = now
    elseif now < newest then
      -- The clock went back: all requests count as of now, so that the limit holds and no request counts longer than a window.
      raw = string.rep('\\0', nowAt - 1) .. char(floor(sum / 256), sum % 256) .. string.rep('\\0', firstOverage - nowAt - 2)
        .. sub(raw, firstOverage)
      newest, oldest = now, now
    elseif now - oldest >= cellCount then
      local cells
      cells, oldest, sum = leave(sub(raw, firstCell, firstOverage - 1), oldest, newest, sum)
      raw = string.rep('\\0', firstCell - 1) .. cells .. sub(raw, firstOverage)
    end
    if kind == anonymous then expiries[key] = kind end
  end

  local verdict, free, isChanged, admitted = passed, 0, false, 0
  local counting = sum
  if operation <= opTakeUnrestored then
    local share, isOldestLeaving = floor((first + 59) / 60), sum > 0 and now - oldest == cellCount - 1
    if isOldestLeaving then counting = sum - math.min(cellAt(raw, oldest), share) end
    if restored == 0 and operation == opTake then
      verdict = unrestored
    elseif counting >= first then
      -- The minute first: its refusal ends sooner.
      verdict = byMinute
    elseif kind ~= anonymous and count >= second then
      verdict = byMonth
    elseif needsRoom and roomOf(key)[kind] >= maxAddresses then
      verdict = noRoom
    else
      if kind ~= anonymous then count = count + 1 end
      if kind == account then
        local terms = numberOf(ARGV[2 * i + 5])
        local plan = terms % 4
        if plan > 0 and count > (terms - plan) / 4 then raw = changeOverage(raw, 0, plan, 1) end
      end
      tookRoom = needsRoom
    end
    -- A refusal by the month counts against the minute, but makes no state of an address: a full block would take the room of others.
    if verdict == passed or verdict == byMonth and not needsRoom then
      admitted, sum, counting, newest, isChanged = 1, sum + 1, counting + 1, now, true
    end
    if counting < first and not isOldestLeaving then
      free = oldest + cellCount - 1 - now
    else
      free = secondsUntilFree(raw, admitted, oldest, sum, counting, first, share)
    end
  elseif operation == opRestore then
    if restored == 0 and ofMonth == first then
      local quota, plan = termsOf(ARGV[2 * i + 5])
      -- Requests served meanwhile come after the restored ones.
      raw = changeOverage(raw, 0, plan, beyond(second, second + count, quota) - beyond(0, count, quota))
      local restoredPlan = 0
      for overage in string.gmatch(ARGV[2 * i + 5], ' (%d+)') do
        restoredPlan = restoredPlan + 1
        raw = changeOverage(raw, 0, restoredPlan, tonumber(overage))
      end
      count, restored, isChanged = count + second, 1, true
    end
  elseif (ofMonth == first or ofMonth == first + 1) and not (needsRoom and roomOf(key)[kind] >= maxAddresses) then
    local counted = ofMonth == first and count or previous
    local change = operation == opAdd and second or -math.min(second, counted)
    if kind == account then
      local quota, plan = termsOf(ARGV[2 * i + 5])
      raw = changeOverage(raw, ofMonth == first and 0 or overageOfMonth, plan, beyond(counted, counted + change, quota))
    end
    if ofMonth == first then count = count + change else previous = previous + change end
    admitted = math.min(tonumber(string.match(ARGV[2 * i + 5], ' (%d+)') or 0), 65535 - sum)
    if admitted > 0 then
      sum, newest = sum + admitted, now
    end
    isChanged = change ~= 0 or admitted > 0
    tookRoom = needsRoom and isChanged
    if restored == 0 and operation == opAdd then verdict = unrestored end
  end
  if tookRoom then
    local room = roomOf(key)
    room[kind] = room[kind] + 1
    room.isTaken = true
  end
  local followers = kind ~= account and operation <= opTakeUnrestored and tonumber(ARGV[2 * i + 5]) or 0
  if group or followers > 0 then
    group = group or { isRefused = false, isOfMonth = true }
    group[#group + 1] = { key = key, before = changed[key], kind = kind, tookRoom = tookRoom, isKnown = not needsRoom, at = i, admitted = admitted }
    if verdict ~= passed then
      group.isRefused = true
      if verdict ~= byMonth then group.isOfMonth = false end
    end
  end
  if isChanged then
    local before, cell, after = cellsWith(raw, admitted)
    -- One expression: Lua hashes every string that it makes, those in between too.
    changed[key] = packHead(layout, ofMonth, count, previous, restored, newest, oldest, sum) .. before .. cell .. after
  end
  reply[2 * i] = verdict + 8 * (free + 64 * counting)
  reply[2 * i + 1] = count
  if group and followers == 0 then endGroup() end
end
for key, raw in pairs(changed) do
  local kind = expiries[key]
  if kind then
    redis.call('SET', key, raw, 'EXAT', expiresAt(kind))
  else
    -- Keeps the time to live.
    redis.call('SETRANGE', key, '0', raw)
  end
end
for _, room in pairs(rooms) do
  if room.isTaken then
    redis.call('SET', room.key, packHead(roomLayout, month, room[demo], addressSpan, room[anonymous]), 'EXAT', monthEnd + cellCount)
  end
end
return reply
`
