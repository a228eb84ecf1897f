import { round2OrNull } from '@hexawatt/shared/bounds/numbers'
import {
  type HoursResponse,
  type HoursSource,
  type HoursVersions,
  hoursSourceKinds,
} from '@hexawatt/shared/contract/hours'
import { toTariffColorName } from '@hexawatt/shared/grid/public-signals'
import { isPublisher, publisherFacts, referencePublishers } from '@hexawatt/shared/grid/publishers'
import { estimatedConsumptionVersion } from '@hexawatt/shared/methodology/versions'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { parisMidnight, parisTimeZone } from '@hexawatt/shared/time/paris'
import type { StoredHour, StoredMonth } from './month-store.ts'

/** A Paris month: its text and its bounds. */
export type ParisMonth = { month: string; from: Temporal.Instant; to: Temporal.Instant }

export function toParisMonth(month: Temporal.PlainYearMonth): ParisMonth {
  const first = month.toPlainDate({ day: 1 })
  return { month: month.toString(), from: parisMidnight(first), to: parisMidnight(first.add({ months: 1 })) }
}

/** How long after its end a month is final, when nothing is missing: time for late flows and first corrections. Later corrections change the tag. */
const finalAfterHours = 3 * 24

/** Number of columns that must have a value in a final month: those of {@link StoredHour} up to the colour. */
const valueColumns = 6

/** Columns of a month up to now. */
export function buildHoursBody(
  { month, from, to }: ParisMonth,
  { hours: stored, isPending }: StoredMonth,
  now: Temporal.Instant,
): HoursResponse {
  const nowMs = now.epochMilliseconds
  const ended = stored.filter(([startMs]) => startMs + hourMs <= nowMs)
  const byStart = new Map(ended.map((hour) => [hour[0], hour]))
  const startsMs = ended.length === 0 ? [] : listEndedHours(from, to, nowMs)
  const rows = startsMs.map((startMs) => byStart.get(startMs))
  return {
    month,
    timeZone: parisTimeZone,
    from: isoSeconds(from),
    to: isoSeconds(to),
    hours: startsMs.map((startMs) => isoSeconds(Temporal.Instant.fromEpochMilliseconds(startMs))),
    productionGCo2PerKwh: rows.map((row) => round2OrNull(row?.[1] ?? null)),
    consumptionGCo2PerKwh: rows.map((row) => round2OrNull(row?.[2] ?? null)),
    directGCo2PerKwh: rows.map((row) => round2OrNull(row?.[3] ?? null)),
    eurPerMwh: rows.map((row) => round2OrNull(row?.[4] ?? null)),
    tempoColor: rows.map((row) => toTariffColorName(row?.[5] ?? 0)),
    methodologyVersions: countVersions(ended),
    sources: listSources(ended),
    complete: !isPending && nowMs >= to.epochMilliseconds + finalAfterHours * hourMs && areFinal(rows),
  }
}

function listEndedHours(from: Temporal.Instant, to: Temporal.Instant, nowMs: number): number[] {
  const fromMs = from.epochMilliseconds
  const count = Math.floor((Math.min(to.epochMilliseconds, nowMs) - fromMs) / hourMs)
  return Array.from({ length: count }, (_, index) => fromMs + index * hourMs)
}

/** Whether each hour has every value, and imports that were measured. */
function areFinal(rows: readonly (StoredHour | undefined)[]): boolean {
  const isFinal = (row: StoredHour | undefined): boolean =>
    row !== undefined && !row.slice(0, valueColumns).includes(null) && row[7] !== estimatedConsumptionVersion
  return rows.length > 0 && rows.every(isFinal)
}

/** Combinations of versions, most hours first. */
function countVersions(rows: readonly StoredHour[]): HoursVersions[] {
  const combinations = new Map<string, HoursVersions>()
  for (const [, , , , , , carbon, consumption] of rows) {
    if (carbon === null) continue
    const key = `${carbon} ${consumption}`
    const counted = combinations.getOrInsertComputed(key, () => ({ carbon, consumption, hourCount: 0 }))
    counted.hourCount += 1
  }
  return [...combinations.values()].sort((one, other) => other.hourCount - one.hourCount)
}

/** Database of the direct factors, which no publisher of a feed gives. */
const directFactors: HoursSource = {
  kind: 'directFactors',
  name: 'RTE, éCO2mix: direct emission factors by production type',
  license: null,
}

/** Sources of the hours, each once, by kind. */
function listSources(rows: readonly StoredHour[]): HoursSource[] {
  const names = new Set(rows.flatMap(([, , , , , , , , sources]) => sources))
  const sources = [...names].sort().map(describeSource)
  const all = sources.some(({ kind }) => kind === 'generation') ? [...sources, directFactors] : sources
  return hoursSourceKinds.flatMap((kind) => all.filter((source) => source.kind === kind))
}

/** @param source `kind/name`, as svc-ingest stored it */
function describeSource(source: string): HoursSource {
  const [kindText = '', ...rest] = source.split('/')
  const name = rest.join('/')
  const kind = hoursSourceKinds.find((known) => known === kindText)
  if (kind === undefined) throw new Error(`unknown kind of a source: ${source}`)
  if (kind === 'emissionFactors') return { kind, name, license: referencePublishers.emission_factors.licence }
  if (kind === 'countryIntensities') {
    const { licence } = referencePublishers.country_intensities
    return { kind, name: `Ember, yearly electricity data, release ${name}`, license: licence }
  }
  if (!isPublisher(name)) return { kind, name, license: null }
  return { kind, name: publisherFacts[name].name, license: publisherFacts[name].licence }
}

/** Columns of the table, named as in the object. */
const tableColumns = [
  'hours',
  'productionGCo2PerKwh',
  'consumptionGCo2PerKwh',
  'directGCo2PerKwh',
  'eurPerMwh',
  'tempoColor',
] as const satisfies (keyof HoursResponse)[]

/** RFC 4180. */
const lineEnd = '\r\n'

/** The columns as a table. No value contains a comma, a quote or a line end; unknown is empty. */
export function writeHoursTable(body: HoursResponse): string {
  const lines = body.hours.map((_, index) => tableColumns.map((column) => body[column][index] ?? '').join(','))
  return [tableColumns.join(','), ...lines].map((line) => line + lineEnd).join('')
}
