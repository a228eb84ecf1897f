import { expect } from 'bun:test'
import type { FaultInput } from '@hexawatt/dev/src/upstream/faults/fault.ts'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import * as v from 'valibot'
import { createPolledDatabase } from './ingest-fixture.ts'
import { startSystem } from './system-fixture.ts'

/** At 18:20 the newest published hour is 16:00–17:00; an hour later it is 17:00–18:00. */
export const disturbanceStart = '2026-02-03T18:20:00Z'
export const firstHour = '2026-02-03T16:00:00Z'
export const secondHour = '2026-02-03T17:00:00Z'

/** Answers of systems without any fault, by their instant: time stands still in them, so one of each serves a whole file. */
const undisturbedAnswers = new Map<string, Promise<CarbonIntensityResponse>>()

async function answerWithoutFaults(asOf: string): Promise<CarbonIntensityResponse> {
  const system = await startSystem({ asOf })
  await system.poll('generation_by_type', 'physical_flows')
  const body = v.parse(CarbonIntensityResponse, await (await system.get('/v1/carbon/intensity')).json())
  await system.stop()
  return body
}

/** A system that has stored everything up to {@link disturbanceStart} and then moved on by an hour: ready for a fault. */
export async function startDisturbedSystem() {
  const database = await createPolledDatabase(disturbanceStart, ['generation_by_type', 'physical_flows'])
  const system = await startSystem({ asOf: disturbanceStart, databaseUrl: database.url })
  await system.refreshLive()
  const storedBefore = await storedDigest()
  system.clock.advance({ hours: 1 })

  /** Digest of every version that was known when the disturbance began. */
  async function storedDigest(): Promise<string> {
    const [row] = await system.sql<{ digest: string }[]>`
      select count(*) || ' ' || md5(string_agg(concat_ws(' ', feed, series, slot_start, slot_end, value, known_from), ','
        order by feed, series, slot_start, known_from)) as digest
      from feed_values where known_from <= ${disturbanceStart}::timestamptz`
    return row?.digest ?? 'nothing'
  }

  async function served(): Promise<CarbonIntensityResponse> {
    const response = await system.get('/v1/carbon/intensity')
    expect(response.status).toBe(200)
    return v.parse(CarbonIntensityResponse, await response.json())
  }

  return {
    ...system,
    /** What is served now. */
    served,
    /** Polls the hourly feed while these faults are on; returns how it failed. */
    async pollWith(...faults: FaultInput[]): Promise<Error | null> {
      system.faults.set(faults)
      const [outcome = null] = await system.poll('generation_by_type')
      return outcome
    },
    /** What another system, without any fault, serves at this instant. */
    async undisturbedAnswer(): Promise<CarbonIntensityResponse> {
      const instant = system.clock.now().toString()
      const body = await undisturbedAnswers.getOrInsertComputed(instant, answerWithoutFaults)
      // The flows of the disturbed system were fetched an hour earlier.
      await system.poll('physical_flows')
      return body
    },
    /** Failures in a row of the hourly feed, as the status will tell. */
    async failuresInARow(): Promise<number> {
      const [row] = await system.sql<{ consecutiveFailures: number }[]>`
        select consecutive_failures from source_status where source = 'generation_by_type'`
      return row?.consecutiveFailures ?? Number.NaN
    },
    /** Ends the test: whatever happened, every version known before is still there, unchanged. */
    async finish(): Promise<void> {
      expect(await storedDigest()).toBe(storedBefore)
      await system.stop()
      await database.drop()
    },
  }
}
export type DisturbedSystem = Awaited<ReturnType<typeof startDisturbedSystem>>
