import { explainHour } from '@hexawatt/shared/answers/consumption/explain-hour'
import type { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readConsumptionHours, type StoredConsumptionHour } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import { recomputeConsumption } from '@hexawatt/shared/stored-hours/recompute-consumption'
import { hourMs, hourStart, isoSeconds } from '@hexawatt/shared/time/instant'
import { LRUCache } from 'lru-cache'
import { readFromStore } from '../points/store-reading.ts'
import type { ExplainLimit } from './explain-limit.ts'

/** Explanations in memory, of some 15 kB each: a version of an hour never changes. */
const maxCached = 200

/** The part of the answer about the hour with its imports, and that hour; null when none is stored. */
export type ExplainedHourPart = Pick<CarbonExplainResponse, 'consumption' | 'consumptionMissing'> & {
  stored: StoredConsumptionHour | null
}

/** Makes the explanations of hours with their imports, each in its newest version. Concurrent requests for one version share its computation. */
export function createExplainedHours(sql: Sql, limit: ExplainLimit) {
  const cache = new LRUCache<string, Omit<ExplainedHourPart, 'stored'>, StoredConsumptionHour>({
    max: maxCached,
    fetchMethod: (_version, _former, { context }) => limit(() => explainStored(context)),
  })

  async function explainStored(stored: StoredConsumptionHour): Promise<Omit<ExplainedHourPart, 'stored'>> {
    const recomputed = await readFromStore(recomputeConsumption(sql, stored))
    if (recomputed !== null) return { consumption: explainHour(stored, recomputed), consumptionMissing: null }
    const version = `The version of ${formatMs(stored.knownFromMs)} of the hour from ${formatMs(stored.startMs)}`
    return {
      consumption: null,
      consumptionMissing: `${version} cannot be explained: the stored rows no longer give it. No other figure is explained in its place.`,
    }
  }

  /** Explains the hour that contains an instant, in the newest version known now. @throws AppError `service_unavailable` */
  return async function explainHourAt(at: Temporal.Instant, now: Temporal.Instant): Promise<ExplainedHourPart> {
    const start = hourStart(at)
    const fromMs = start.epochMilliseconds
    const [stored] = await readFromStore(readConsumptionHours(sql, { fromMs, toMs: fromMs + hourMs }, now))
    if (stored === undefined) {
      const consumptionMissing = `No version of the hour from ${isoSeconds(start)} is stored.`
      return { stored: null, consumption: null, consumptionMissing }
    }
    const version = `${stored.startMs} ${stored.knownFromMs}`
    return { stored, ...(await cache.forceFetch(version, { context: stored })) }
  }
}

const formatMs = (atMs: number): string => isoSeconds(Temporal.Instant.fromEpochMilliseconds(atMs))
