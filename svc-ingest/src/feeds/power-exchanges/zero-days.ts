import { hourMs } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import type { Measurement, Normalised } from '../definition/feed.ts'

/** A Paris day is checked for zeros only when at least this much of it has prices, ms: some hours at exactly 0 EUR/MWh are normal. */
const leastJudgedMs = 12 * hourMs

/**
 * Refuses the prices of a Paris day that are all exactly 0: publishers pad days that they have not published yet with zeros, and no auction has given a
 * whole day of them.
 */
export function refuseZeroDays({ measurements, ...content }: Normalised, priceSeries: string): Normalised {
  const prices = measurements.filter(({ series }) => series === priceSeries)
  const zeroDays = new Set(
    [...Map.groupBy(prices, parisDay)].flatMap(([day, ofDay]) => (isAllZero(ofDay) ? [day] : [])),
  )
  if (zeroDays.size === 0) return { measurements, ...content }
  const isOfZeroDay = (one: Measurement) => one.series === priceSeries && zeroDays.has(parisDay(one))
  const refused = measurements.filter(isOfZeroDay).map((measurement) => ({
    measurement,
    reason: `every price of ${parisDay(measurement)} is 0: not published yet`,
  }))
  return {
    ...content,
    measurements: measurements.filter((one) => !isOfZeroDay(one)),
    refused: [...(content.refused ?? []), ...refused],
  }
}

function isAllZero(ofDay: readonly Measurement[]): boolean {
  const givenMs = ofDay.reduce((sum, { slotStart, slotEnd }) => sum + slotEnd.since(slotStart).total('milliseconds'), 0)
  return givenMs >= leastJudgedMs && ofDay.every(({ value }) => value === 0)
}

function parisDay({ slotStart }: Measurement): string {
  return parisDate(slotStart).toString()
}
