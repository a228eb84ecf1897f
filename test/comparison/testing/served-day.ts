import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import * as v from 'valibot'
import { type System, startSystem } from '../../testing/system-fixture.ts'

/** After an hour's end, when it is served for certain: an hour until it is published, and a while. */
const publishedAfter = { hours: 2, minutes: 20 }

const hoursOfUtcDay = 24

/** Starts a replay at the first hour of a UTC day (`YYYY-MM-DD`) and asks for every hour of it, as a client would have. */
export async function serveDay(
  folder: string,
  date: string,
): Promise<{ system: System; hours: CarbonIntensityResponse[] }> {
  const firstSlot = Temporal.Instant.from(`${date}T00:00:00Z`)
  const system = await startSystem({ asOf: firstSlot.add(publishedAfter).toString(), replayDir: folder })
  await system.poll('emission_factors', 'country_intensities')
  const hours: CarbonIntensityResponse[] = []
  for (let index = 0; index < hoursOfUtcDay; index += 1) {
    const slot = firstSlot.add({ hours: index })
    system.clock.moveTo(slot.add(publishedAfter).toString())
    await system.poll('generation_by_type', 'physical_flows')
    const body = v.parse(CarbonIntensityResponse, await (await system.get('/v1/carbon/intensity')).json())
    if (Date.parse(body.dataSlotStart ?? '') !== slot.epochMilliseconds) throw new Error(`${slot} was not served`)
    hours.push(body)
  }
  return { system, hours }
}
