import { limitState } from '@hexawatt/shared/redis/limit-state'

const { headFormat, headFields, headBytes, overageOffset, otherPlansOffset, otherPlanBytes, windowSeconds } = limitState
const firstCell = headBytes + 1
/**
 * Fields of a state in the script, by position. `admitted`: requests of this second that are not in `packed` yet. `renewedFor`: the kind, when its time to
 * live must be set anew.
 */
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

/** Replaces field names by positions: Lua makes and reads a list in half the time of a record. */
export function placeFields(lua: string): string {
  return lua.replace(/\bstate\.(\w+)/g, (_, field: string) => `state[${findPosition(field)}]`)
}

/** @throws for an unknown field name */
function findPosition(field: string): number {
  if (!fields.includes(field)) throw new Error(`a state of the limit script has no field ${field}`)
  return fields.indexOf(field) + 1
}

/**
 * The two ends of the limit script: a packed state (`limit-state.ts`) becomes named fields, moved to now, and is packed again. Uses the script's `now`,
 * `month`, `monthEnd`, `addressSpan`, `stored` and `states`.
 */
export const stateFunctions = `local function cellAt(packed, second) -- Requests in one second of the window.
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
`
