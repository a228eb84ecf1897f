import type { FactorSet } from '@hexawatt/shared/methodology/emission-factors'
import type { Finality } from '@hexawatt/shared/methodology/mix-finality'
import { createQuarterAssessment } from '@hexawatt/shared/methodology/quarter-assessment'
import { createMethodologyVersions } from '@hexawatt/shared/methodology/versions'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { type CarbonQuarter, readCarbonQuarters, storeCarbonQuarters } from './carbon-quarter-store.ts'

/** Rows that the quarter-hours of a span rest on, each slot in its newest version; the mix reaches back the seven days before it. */
export type QuarterRows = {
  generationMix15min: readonly StoredValue[]
  factorSet: FactorSet | null
  /** By start of a stored slot of the mix, ms. */
  finalities: ReadonlyMap<number, Finality>
}

/**
 * Computes the quarter-hours from `firstMs` to before `endMs` again and stores those that changed (docs/methodology/series.md). A value becomes unknown only
 * where rows that it would rest on are stored: rows that were removed take no value with them.
 */
export async function refreshQuarters(
  tx: TransactionSql,
  { firstMs, endMs }: { firstMs: number; endMs: number },
  rows: QuarterRows,
  now: Temporal.Instant,
): Promise<void> {
  if (rows.finalities.size === 0) return
  const computed = computeQuarters(rows, firstMs, endMs)
  const stored = await readCarbonQuarters(tx, firstMs, endMs)
  const changed = computed.filter((quarter) => {
    const former = stored.get(quarter.startMs)
    return former === undefined ? quarter.productionGCo2eqPerKwh !== null : !Bun.deepEquals(former, quarter)
  })
  await storeCarbonQuarters(tx, changed, now)
}

function computeQuarters({ factorSet, ...rows }: QuarterRows, firstMs: number, endMs: number): CarbonQuarter[] {
  const assess = factorSet === null ? () => null : createQuarterAssessment({ ...rows, factorSet })
  const carbonVersion = createMethodologyVersions(null).carbon
  const startsMs = Array.from({ length: (endMs - firstMs) / quarterHourMs }, (_, at) => firstMs + at * quarterHourMs)
  return startsMs.flatMap((startMs): CarbonQuarter[] => {
    const mixFinality = findFinality(rows.finalities, startMs)
    if (mixFinality === undefined) return []
    const assessment = assess(startMs)
    return [
      {
        startMs,
        generationMw: assessment?.totalGenerationMw ?? null,
        productionGCo2eqPerKwh: assessment?.productionGCo2eqPerKwh ?? null,
        directGCo2eqPerKwh: assessment?.directGCo2eqPerKwh ?? null,
        mixFinality,
        carbonVersion,
      },
    ]
  })
}

/** The finality of the slot that holds a quarter-hour: its own, or that of the half-hour that began before it. */
function findFinality(finalities: ReadonlyMap<number, Finality>, startMs: number): Finality | undefined {
  const isSecondOfHalfHour = (startMs / quarterHourMs) % 2 === 1
  return finalities.get(startMs) ?? (isSecondOfHalfHour ? finalities.get(startMs - quarterHourMs) : undefined)
}
