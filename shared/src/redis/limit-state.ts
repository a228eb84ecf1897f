/**
 * Binary state in Redis (layout 3): the usage of one account or client address. The limit script of the gateway packs and unpacks it; the usage readers
 * read its months. Numbers are big-endian, offsets in bytes.
 *
 * | offset | bytes | value |
 * |---|---|---|
 * | 0 | 2 | month, months since year 0 |
 * | 2, 6 | 4 + 4 | requests of that month, and of the month before |
 * | 10 | 1 | 1 when the count stored in Postgres is included |
 * | 11, 15 | 4 + 4 | newest and oldest second with requests in the window |
 * | 19 | 2 | requests in the window |
 * | 21 | 61 × 2 | requests of each second of the window, at the second modulo 61 |
 * | 143 | 3 × 4 | requests beyond the quota in the month, by plan index 1 to 3; absent, as all that follows, when there were none |
 * | 155 | 3 × 4 | the same of the month before |
 * | 167 | n × 9 | any other plan: its index (1), requests beyond the quota in the month (4), and in the month before (4) |
 *
 * Gateways of the previous release know only the first three plans, and neither read nor write bytes after 167.
 */
export const limitState = {
  /** Fields before the seconds of the window, in order, with their format in Lua's `struct`. */
  headFields: ['month', 'requests', 'previousRequests', 'isRestored', 'newest', 'oldest', 'inWindow'],
  headFormat: '>I2I4I4I1I4I4I2',
  /** Seconds of the window: a span of 60 s touches at most 61 whole seconds. */
  windowSeconds: 61,
  monthOffset: 0,
  requestsOffset: 2,
  previousRequestsOffset: 6,
  isRestoredOffset: 10,
  /** Length of everything before the seconds of the window. */
  headBytes: 21,
  /** Offset of the requests beyond a quota; a state without any ends here. */
  overageOffset: 143,
  /** Plans, by index from 1 on, whose counts have a fixed place: first all of the month, then all of the month before. */
  placedPlans: 3,
  /** Offset of the counts of other plans. */
  otherPlansOffset: 167,
  /** Length of the counts of one other plan. */
  otherPlanBytes: 9,
} as const

/** Requests beyond the quota, by the index of the plan that prices them; a plan without any may be absent. */
export type OverageByPlanIndex = ReadonlyMap<number, number>

/** Counts of a month that a state can be restored from. */
export type RestoredMonth = { requests: number; overage: OverageByPlanIndex }

export type StateMonths = {
  /** Months since year 0. */
  monthIndex: number
  requests: number
  previousRequests: number
  /** Requests beyond the quota in the month, and in the month before. */
  overage: OverageByPlanIndex
  previousOverage: OverageByPlanIndex
  /** false: the count that is stored in Postgres is not included yet. */
  isRestored: boolean
}

/** Reads the months of a state; null when the bytes are not a state. */
export function readStateMonths(bytes: Uint8Array): StateMonths | null {
  if (bytes.byteLength < limitState.overageOffset) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    monthIndex: view.getUint16(limitState.monthOffset),
    requests: view.getUint32(limitState.requestsOffset),
    previousRequests: view.getUint32(limitState.previousRequestsOffset),
    isRestored: view.getUint8(limitState.isRestoredOffset) === 1,
    ...readOverage(view),
  }
}

function readOverage(view: DataView): Pick<StateMonths, 'overage' | 'previousOverage'> {
  const { overageOffset, placedPlans, otherPlansOffset, otherPlanBytes } = limitState
  const [overage, previousOverage] = [new Map<number, number>(), new Map<number, number>()]
  if (view.byteLength < otherPlansOffset) return { overage, previousOverage }
  for (let index = 1; index <= placedPlans; index += 1) {
    overage.set(index, view.getUint32(overageOffset + 4 * (index - 1)))
    previousOverage.set(index, view.getUint32(overageOffset + 4 * (placedPlans + index - 1)))
  }
  for (let at = otherPlansOffset; at + otherPlanBytes <= view.byteLength; at += otherPlanBytes) {
    overage.set(view.getUint8(at), view.getUint32(at + 1))
    previousOverage.set(view.getUint8(at), view.getUint32(at + 5))
  }
  return { overage, previousOverage }
}
