import { toScoreLevel } from '@hexawatt/shared/methodology/score/composite'
import type { PointColumns } from './point-columns.ts'

// Fast path: docs/develop/fast-day-encoders.md.

/**
 * The text of a point in three parts: up to the score, score and level, and the rest. Only the middle part depends on the weighting.
 * Every point begins with a comma, so that the points of several days can be concatenated. All of it is ASCII.
 */
const pointOpening = ',{"timestamp":"'
const scoreOpening = '","globalScore":'

/** Number of characters before the score: a timestamp always has 20. */
export const scoreOffset = pointOpening.length + '2025-01-01T00:00:00Z'.length + scoreOpening.length

/** The part of a score, by the score. */
export const scoreTexts: readonly string[] = Array.from(
  { length: 101 },
  (_, score) => `${score},"level":"${toScoreLevel(score)}"`,
)

/** The whole text of a point under the national weighting: a JSON object with the fields of the contract, in its order. */
export function writePoint(points: PointColumns, index: number): string {
  return (
    pointOpening +
    formatUtc(readValue(points.times, index)) +
    scoreOpening +
    scoreTexts[points.scores[index] ?? 0] +
    `,"confidence":${points.confidences[index]}` +
    `,"carbonSlotStart":${quoteUtc(readValue(points.carbonSlotStarts, index))}` +
    `,"carbonIntensityGco2Kwh":${formatHundredths(readValue(points.carbonHundredths, index))}` +
    `,"carbonIntensityConsumptionGco2Kwh":${formatHundredths(readValue(points.consumptionHundredths, index))}` +
    `,"lowCarbonPct":${formatHundredths(readValue(points.lowCarbonHundredths, index))}` +
    `,"spotPriceEurPerMWh":${formatHundredths(readValue(points.spotPriceHundredths, index))}}`
  )
}

const readValue = (column: Float64Array, index: number): number => column[index] ?? Number.NaN

/** null for NaN. */
const quoteUtc = (epochSeconds: number): string =>
  Number.isNaN(epochSeconds) ? 'null' : `"${formatUtc(epochSeconds)}"`

/** Writes the number as JSON would, from its digits. null for NaN. */
function formatHundredths(hundredths: number): string {
  if (Number.isNaN(hundredths)) return 'null'
  const magnitude = Math.abs(hundredths)
  if (magnitude > maxDigitsHundredths) return String(hundredths / 100)
  const text = Math.trunc(magnitude / 100) + (fractionTexts[magnitude % 100] ?? '')
  return hundredths < 0 ? `-${text}` : text
}

/** Above this a double may have an exponent or too few digits. */
const maxDigitsHundredths = 1e12

/** `.01` … `.99`, without closing zeros; nothing for whole numbers. */
const fractionTexts: readonly string[] = Array.from({ length: 100 }, (_, hundredths) =>
  hundredths === 0 ? '' : String(hundredths / 100).slice(1),
)

const daySeconds = 86_400
const minuteSeconds = 60

/** The minutes of a day as a timestamp ends with them. */
const minuteTexts: readonly string[] = Array.from(
  { length: daySeconds / minuteSeconds },
  (_, minute) => `T${padToTwoDigits(Math.floor(minute / 60))}:${padToTwoDigits(minute % 60)}:00Z`,
)

/** Cached date texts by day number: points come day by day. */
const dateTexts = new Map<number, string>()
const maxDateTexts = 4_096

/**
 * ISO 8601 in UTC, seconds, `Z`.
 *
 * @param epochSeconds whole seconds since the epoch
 */
function formatUtc(epochSeconds: number): string {
  const day = Math.floor(epochSeconds / daySeconds)
  const minute = (epochSeconds - day * daySeconds) / minuteSeconds
  const minuteText = minuteTexts[minute]
  if (minuteText === undefined) return `${new Date(epochSeconds * 1_000).toISOString().slice(0, 19)}Z`
  return formatDate(day) + minuteText
}

function formatDate(day: number): string {
  const known = dateTexts.get(day)
  if (known !== undefined) return known
  if (dateTexts.size >= maxDateTexts) dateTexts.clear()
  const text = new Date(day * daySeconds * 1_000).toISOString().slice(0, 10)
  dateTexts.set(day, text)
  return text
}

function padToTwoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
