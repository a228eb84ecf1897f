import { type LoadCurve, LoadCurveRefusal } from '../load-curve.ts'
import { readLoadCurve } from '../reading/read-load-curve.ts'

/** Reads a file that is given as text. */
export const readText = (text: string): LoadCurve => readLoadCurve(new TextEncoder().encode(text))

/** Why a file is refused; fails if it is read. */
export function findRefusal(file: string | Uint8Array): LoadCurveRefusal {
  try {
    readLoadCurve(typeof file === 'string' ? new TextEncoder().encode(file) : file)
  } catch (error) {
    if (error instanceof LoadCurveRefusal) return error
    throw error
  }
  throw new Error('the file was read')
}

/** Steps as `start minutes kWh`, in UTC. */
export const listSteps = (curve: LoadCurve): string[] =>
  Array.from(
    curve.startsMs,
    (startMs, index) =>
      `${new Date(startMs).toISOString().slice(0, 16)} ${curve.minutes[index]} ${Number(curve.energyKwh[index]?.toFixed(6))}`,
  )

/** Figures of a remark; undefined if the curve has none of that code. */
export const findRemark = (curve: LoadCurve, code: string): Record<string, string | number> | undefined =>
  curve.remarks.find((remark) => remark.code === code)?.values
