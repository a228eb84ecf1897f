import { expect } from 'bun:test'
import type { FaultInput } from '@hexawatt/dev/src/upstream/faults/fault.ts'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import * as v from 'valibot'
import { startSystem } from './system-fixture.ts'

/** At 18:20 the newest published hour is 16:00–17:00; an hour later it is 17:00–18:00. */
export const disturbanceStart = '2026-02-03T18:20:00Z'

/** Feeds of the carbon intensity. */
const feeds = ['generation_by_type', 'physical_flows'] as const

/**
 * A system that one disturbance after the other befalls, an hour or more apart: each begins when everything that was published is stored, and meets the
 * hour that is published next.
 */
export async function startDisturbedSystem() {
  const system = await startSystem({ asOf: disturbanceStart })
  /** Nothing ever goes wrong in it; it is started when its answer is asked for first. */
  let undisturbed: Awaited<ReturnType<typeof startSystem>> | null = null
  let knownUntil = system.clock.now()
  let storedBefore = ''

  /** Digest of every version that was known when the disturbance began. */
  async function storedDigest(): Promise<string> {
    const [row] = await system.sql<{ digest: string }[]>`
      select count(*) || ' ' || md5(string_agg(concat_ws(' ', feed, series, slot_start, slot_end, value, known_from), ','
        order by feed, series, slot_start, known_from)) as digest
      from feed_values where known_from <= ${knownUntil}`
    return row?.digest ?? 'nothing'
  }

  async function served(): Promise<CarbonIntensityResponse> {
    const response = await system.get('/v1/carbon/intensity')
    expect(response.status).toBe(200)
    return v.parse(CarbonIntensityResponse, await response.json())
  }

  return {
    ...system,
    /** Stores everything up to the next twentieth minute of an hour and moves on by an hour: ready for a fault. */
    async begin(): Promise<void> {
      system.faults.clear()
      const minutesPast = system.clock.now().toZonedDateTimeISO('UTC').minute
      system.clock.advance({ minutes: (80 - minutesPast) % 60 })
      expect(await system.poll(...feeds)).toEqual([null, null])
      knownUntil = system.clock.now()
      storedBefore = await storedDigest()
      system.clock.advance({ hours: 1 })
    },
    /** Start of the newest hour that was stored before the disturbance. */
    firstHour: () => hourBegunBefore(knownUntil),
    /** Start of the hour that has been published since. */
    secondHour: () => hourBegunBefore(knownUntil.add({ hours: 1 })),
    /** Answers served now. */
    served,
    /** Polls the hourly feed while these faults are on; returns how it failed. */
    async pollWith(...faults: FaultInput[]): Promise<Error | null> {
      system.faults.set(faults)
      const [outcome = null] = await system.poll('generation_by_type')
      return outcome
    },
    /** Answers of another system, without any fault, at this instant. */
    async undisturbedAnswer(): Promise<CarbonIntensityResponse> {
      const now = system.clock.now().toString()
      undisturbed ??= await startSystem({ asOf: now })
      undisturbed.clock.moveTo(now)
      await undisturbed.poll(...feeds)
      const body = v.parse(CarbonIntensityResponse, await (await undisturbed.get('/v1/carbon/intensity')).json())
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
    /** Ends a disturbance: whatever happened, every version known before is still there, unchanged. */
    async finish(): Promise<void> {
      expect(await storedDigest()).toBe(storedBefore)
    },
    async stop(): Promise<void> {
      await Promise.all([system.stop(), undisturbed?.stop()])
    },
  }
}
export type DisturbedSystem = Awaited<ReturnType<typeof startDisturbedSystem>>

/** Start of the newest hour that is published at the twentieth minute of an hour. */
function hourBegunBefore(twentyPast: Temporal.Instant): string {
  return twentyPast.subtract({ hours: 2, minutes: 20 }).toString()
}
