import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { type WeatherQuantity, weatherQuantities } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, hourStart } from '@hexawatt/shared/time/instant'
import type { PayloadArchive } from '../archive/payload-archive.ts'
import { archivePayload, type PackedPayload } from '../archive/payload-store.ts'
import type { Partitions } from '../pipeline/partition-store.ts'
import type { ModelRun, WeatherContent } from '../sources/definition/content.ts'
import { addPastHours, addRun, lockWeather, readNewestRuns, type StoredRun } from './weather-store.ts'

type StoreDeps = { sql: Sql; archive: PayloadArchive; partitions: Partitions; clock: Clock; logger: Logger }

/** The answer that holds the weather: `source` names it in the archive. */
type WeatherPayload = { source: string; packed: PackedPayload }

/**
 * Stores the runs of an answer: of each model the hours to come as issued, unless they say what the run before said, and of the hours that have ended what is
 * not known yet. The archived payload and all rows are one transaction; the same answer a second time writes nothing.
 *
 * @returns how many runs said something new
 * @throws UpstreamError `transient` when object storage did not take the payload: nothing is stored
 */
export async function storeWeather(
  { sql, archive, partitions, clock, logger }: StoreDeps,
  { source, packed }: WeatherPayload,
  { runs, taken, unreadable, reasons }: WeatherContent,
): Promise<number> {
  if (unreadable > 0) logger.warn({ source, taken, unreadable, reasons }, 'values refused')
  const question = { source, asked: '' }
  const placed = await archive.place(question, packed)
  const now = clock.now()
  await partitions.ensure('raw_payloads', [now])
  return sql.begin(async (tx) => {
    await lockWeather(tx)
    const payloadId = await archivePayload(tx, question, placed, now)
    const former = await readNewestRuns(tx, now)
    let added = 0
    for (const run of runs) {
      const { past, ahead } = splitRun(run, now)
      await addPastHours(tx, past)
      const before = former.find(({ model }) => model === run.model)
      if (ahead.values.temperatureCelsius.length === 0 || (before !== undefined && saysTheSame(before, ahead))) continue
      await addRun(tx, ahead, payloadId)
      added += 1
    }
    return added
  })
}

/** The hours of a run that have ended, and the hour in progress with those after it. */
function splitRun(
  { model, hours, isWindFrom10m }: ModelRun,
  now: Temporal.Instant,
): { past: StoredRun; ahead: StoredRun } {
  const presentMs = hourStart(now).epochMilliseconds
  const starts = [...hours.keys()]
  const [firstMs, lastMs] = [starts[0] ?? presentMs, starts.at(-1) ?? presentMs - hourMs]
  const cut = (fromMs: number, untilMs: number): StoredRun => {
    const length = Math.max(0, (untilMs - fromMs) / hourMs)
    const column = (quantity: WeatherQuantity) =>
      Array.from({ length }, (_, index) => hours.get(fromMs + index * hourMs)?.[quantity] ?? null)
    return {
      model,
      knownFrom: now,
      firstHourMs: fromMs,
      isWindFrom10m,
      values: recordFromEntries(weatherQuantities, column),
    }
  }
  return { past: cut(firstMs, presentMs), ahead: cut(presentMs, lastMs + hourMs) }
}

/**
 * Whether two runs say the same of all hours that both have: the publisher has no newer run of the model, only a later window of it. The last hour of a window
 * lacks the radiation, which is stamped at its end.
 */
function saysTheSame(before: StoredRun, after: StoredRun): boolean {
  const offset = (after.firstHourMs - before.firstHourMs) / hourMs
  const common = Math.min(after.values.temperatureCelsius.length, before.values.temperatureCelsius.length - 1 - offset)
  if (offset < 0 || common <= 0) return false
  return weatherQuantities.every((quantity) =>
    after.values[quantity]
      .slice(0, common)
      .every((value, hour) => value === (before.values[quantity][offset + hour] ?? null)),
  )
}
