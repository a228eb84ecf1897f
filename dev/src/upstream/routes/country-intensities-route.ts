import { Elysia } from 'elysia'
import { listBy, rootNameBy } from '../faults/bent-body.ts'
import { delayBy, refuseBy } from '../operator/faulty-answer.ts'
import { intensityStats, selectIntensities } from '../references/country-intensities.ts'
import { type ReferenceDeps, sendReference } from '../references/reference-answer.ts'

/** Yearly carbon intensity per country. Any `api_key` is accepted and never read. */
export function countryIntensitiesRoute(deps: ReferenceDeps) {
  return new Elysia().get('/v1/carbon-intensity/yearly', async ({ request }) => {
    const faults = deps.faults.take('country_intensities')
    await delayBy(faults)
    refuseBy(faults)
    const answer = await deps.source.yearlyIntensities()
    const records = selectIntensities(answer.content, new URL(request.url).searchParams)
    const body = { stats: intensityStats(records), [rootNameBy(faults, 'data')]: listBy(faults, records) }
    return sendReference(answer, body, faults)
  })
}
