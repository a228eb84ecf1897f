import type { Measurement, Normalised } from './content.ts'

/** Name under which readers hand over the sum of both kinds of wind; {@link splitWind} replaces it. */
export const windTotal = 'WIND'
const [onshoreSeries, offshoreSeries] = ['WIND_ONSHORE', 'WIND_OFFSHORE'] as const

/** Parts whose sum misses the total by more contradict it, MW. */
const maxMissMw = 2

type Wind = { total: number | null; onshore: number | null; offshore: number | null }

/**
 * Onshore and offshore power of a slot, MW, from the values that a publisher gives. Where there is a total, the two add up to it: a missing part is the rest,
 * and where the parts contradict the total, offshore keeps its value and onshore is the rest. A total without parts is onshore; a total below offshore is ignored.
 */
export function resolveWind({ total, onshore, offshore }: Wind): {
  onshore: number | null
  offshore: number | null
  isContradiction: boolean
} {
  const isSplit = onshore !== null && offshore !== null
  const isContradiction = isSplit && total !== null && Math.abs(onshore + offshore - total) > maxMissMw
  if (total === null || (isSplit && !isContradiction)) return { onshore, offshore, isContradiction }
  // Offshore parks are few: their value is the more reliable part. On 2025-04-18 it was right while total and onshore stood at 0.
  if (offshore !== null && offshore > Math.max(total, 0)) return { onshore, offshore, isContradiction: true }
  const part = offshore ?? (onshore === null || onshore > total ? null : total - onshore)
  return { onshore: part === null ? total : total - part, offshore: part, isContradiction }
}

/**
 * Replaces the wind totals of a payload by onshore and offshore values, slot by slot. A slot without parts, in a payload that splits other slots, gets
 * offshore 0: an earlier offshore value of the same slot would otherwise be added to the total.
 */
export function splitWind(measurements: readonly Measurement[]): Pick<Normalised, 'measurements' | 'contradictions'> {
  const isWind = ({ series }: Measurement) =>
    series === windTotal || series === onshoreSeries || series === offshoreSeries
  const wind = measurements.filter(isWind)
  if (!wind.some(({ series }) => series === windTotal)) return { measurements: [...measurements] }
  const hasSplit = wind.some(({ series }) => series !== windTotal)
  let missed = 0
  const resolved = [...Map.groupBy(wind, ({ slotStart }) => slotStart.epochMilliseconds).values()].flatMap((ofSlot) => {
    const total = findNewest(ofSlot, windTotal)
    const parts = { onshore: findNewest(ofSlot, onshoreSeries), offshore: findNewest(ofSlot, offshoreSeries) }
    const { onshore, offshore, isContradiction } = resolveWind({
      total: total?.value ?? null,
      onshore: parts.onshore?.value ?? null,
      offshore: parts.offshore?.value ?? null,
    })
    if (isContradiction) missed++
    const dated = total ?? parts.onshore ?? parts.offshore
    const buildMeasurement = (series: string, value: number | null, own: Measurement | undefined): Measurement[] => {
      if (value === null || dated === undefined) return []
      return [own?.value === value ? own : { ...dated, series, value }]
    }
    return [
      ...buildMeasurement(onshoreSeries, onshore, parts.onshore),
      ...buildMeasurement(offshoreSeries, offshore ?? (hasSplit && onshore !== null ? 0 : null), parts.offshore),
    ]
  })
  return {
    measurements: [...measurements.filter((measurement) => !isWind(measurement)), ...resolved],
    ...(missed === 0 ? {} : { contradictions: { 'wind split': missed } }),
  }
}

/** The value of a series with the greatest date; one without a date counts as newer than every date. */
function findNewest(ofSlot: readonly Measurement[], series: string): Measurement | undefined {
  let newest: Measurement | undefined
  for (const measurement of ofSlot) {
    if (measurement.series !== series) continue
    if (newest === undefined || updatedMs(measurement) >= updatedMs(newest)) newest = measurement
  }
  return newest
}

function updatedMs({ updatedAt }: Measurement): number {
  return updatedAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY
}
