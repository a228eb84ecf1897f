import { borders, directionalFlows } from '../subjects/border-flows.ts'
import type { PlannedSlot } from '../subjects/slots.ts'
import { generateQuarter } from './generate-quarter.ts'
import { smoothNoise } from './noise.ts'

/** How much of the later flow each process of trade holds, and how far it is off, MW. */
const processes: Readonly<Record<string, { share: number; errorMw: number; seed: number }>> = {
  LT: { share: 0.3, errorMw: 100, seed: 100 },
  DA: { share: 1, errorMw: 300, seed: 110 },
  ID: { share: 1, errorMw: 80, seed: 120 },
}

/** Scheduled exchanges by `PROCESS/SENDER>RECEIVER`, whole MW: the generator's own trade, off by the trade still to come. */
export function scheduledMw({ startEpochMs }: PlannedSlot, family: string): Map<string, number> {
  const process = processes[family]
  if (process === undefined) return new Map()
  const quarter = generateQuarter(startEpochMs)
  return new Map(
    borders.flatMap((border, index) => {
      const errorMw = process.errorMw * smoothNoise(startEpochMs, 9, process.seed + index)
      const netImportMw = Math.round((quarter[border.field] ?? 0) * process.share + errorMw)
      return directionalFlows(border, netImportMw).map(([key, powerMw]) => [`${family}/${key}`, powerMw] as const)
    }),
  )
}
