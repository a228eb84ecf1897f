/** What a packed state of `limit-script.ts` says about months. */
export type PackedMonths = {
  /** Months since year 0. */
  monthIndex: number
  requests: number
  previousRequests: number
  /** false: what was persisted before Redis lost the state is not in it. */
  isRestored: boolean
}

/** Bytes up to where the months end. */
const monthsBytes = 11

/** Reads the months of a state; null when the bytes are none. */
export function readPackedMonths(bytes: Uint8Array): PackedMonths | null {
  if (bytes.byteLength < monthsBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    monthIndex: view.getUint16(0),
    requests: view.getUint32(2),
    previousRequests: view.getUint32(6),
    isRestored: view.getUint8(10) === 1,
  }
}
