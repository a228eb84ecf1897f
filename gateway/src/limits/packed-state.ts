import { noOverage, type PlanCounts, planCounts } from '../usage/month-count.ts'

/** What a packed state of `limit-script.ts` says about months. */
export type PackedMonths = {
  /** Months since year 0. */
  monthIndex: number
  requests: number
  previousRequests: number
  /** Requests beyond the quota, by the plan that prices them, of the month and of the one before. */
  overage: PlanCounts
  previousOverage: PlanCounts
  /** false: what was persisted before Redis lost the state is not in it. */
  isRestored: boolean
}

/** Bytes up to where the months end, and up to where the cells of the minute end: then the overage follows, when there is any. */
const monthsBytes = 11
const cellsEnd = 143
const overageBytes = 24

/** Reads the months of a state; null when the bytes are none. */
export function readPackedMonths(bytes: Uint8Array): PackedMonths | null {
  if (bytes.byteLength < monthsBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const hasOverage = bytes.byteLength >= cellsEnd + overageBytes
  const overageAt = (offset: number) =>
    hasOverage ? planCounts((_, index) => view.getUint32(cellsEnd + offset + 4 * index)) : noOverage
  return {
    monthIndex: view.getUint16(0),
    requests: view.getUint32(2),
    previousRequests: view.getUint32(6),
    overage: overageAt(0),
    previousOverage: overageAt(overageBytes / 2),
    isRestored: view.getUint8(10) === 1,
  }
}
