import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { computeHourlyMeans, type HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import { type AsOfRule, createAsOfRule } from '@hexawatt/shared/stored-rows/as-of-rule'
import { readFactorSet } from '@hexawatt/shared/stored-rows/references-store'
import { listUtcDays } from '@hexawatt/shared/stored-rows/span'
import {
  type AnalogFeed,
  type AnalogHours,
  analogFeedIds,
  analogFeeds,
  assembleAnalogInputs,
  computeAnalogSpan,
  joinHours,
} from '../../forecast/analog-inputs.ts'
import { createWeatherReader } from '../../weather/weather-reader.ts'
import { readKnownValues } from '../archived-values.ts'
import type { AuditDeps } from '../payload-reader.ts'

/** Inputs of a forecast from the archived payloads, and contradictions of the stored data. */
export type ArchivedAnalogInputs = { inputs: AnalogInputs | null; findings: string[] }

/** UTC days of one read: bounds the payloads that are in memory. */
const daysAtOnce = 4

/**
 * The inputs of the forecast that was issued at an instant, from the archived payloads whose versions were known then: the same inputs that the reader of stored
 * rows gives when rows and payloads agree. Reads one feed after the other. Emission factors come from their versioned table, as for points, and the weather
 * from the runs as issued.
 */
export async function readArchivedAnalogInputs(deps: AuditDeps, at: Temporal.Instant): Promise<ArchivedAnalogInputs> {
  const rule = createAsOfRule({ at, computedAt: at, provenance: 'live' })
  const weather = await createWeatherReader(deps.sql)(at)
  const findings = new Set<string>()
  const hoursOf = new Map<AnalogFeed, ReadonlyMap<string, HourlySeries>>()
  for (const feed of analogFeedIds) {
    const isMixAlone = hoursOf.get('generation_by_type')?.size === 0
    const known = await readArchivedHours(deps, feed, { at, rule, hasWeather: weather !== null, isMixAlone })
    hoursOf.set(feed, known.hours)
    for (const finding of known.findings) findings.add(finding)
  }
  const hours: AnalogHours = recordFromEntries(analogFeedIds, (feed) => hoursOf.get(feed) ?? new Map())
  const factorSet = await readFactorSet(deps.sql, at)
  return { inputs: factorSet && assembleAnalogInputs(hours, factorSet, at, weather), findings: [...findings] }
}

type ArchivedHours = { hours: ReadonlyMap<string, HourlySeries>; findings: string[] }

async function readArchivedHours(
  deps: AuditDeps,
  feed: AnalogFeed,
  {
    at,
    rule,
    hasWeather,
    isMixAlone,
  }: { at: Temporal.Instant; rule: AsOfRule; hasWeather: boolean; isMixAlone: boolean },
): Promise<ArchivedHours> {
  const series = analogFeeds[feed]
  const days = listUtcDays(computeAnalogSpan(feed, at, hasWeather, isMixAlone))
  const parts: ReadonlyMap<string, HourlySeries>[] = []
  const findings: string[] = []
  for (let first = 0; first < days.length; first += daysAtOnce) {
    const chunk = days.slice(first, first + daysAtOnce)
    const from = Temporal.Instant.fromEpochMilliseconds(chunk[0]?.startMs ?? 0)
    const to = Temporal.Instant.fromEpochMilliseconds(chunk.at(-1)?.endMs ?? 0)
    const known = await readKnownValues(deps, { feed, from, to, ...(series === null ? {} : { series }) }, rule)
    parts.push(computeHourlyMeans(known.values))
    findings.push(...known.findings)
  }
  return { hours: joinHours(parts), findings }
}
