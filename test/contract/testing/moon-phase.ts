import { operation } from '@hexawatt/shared/contract/entry/operation'
import { holdsUntilHour } from '@hexawatt/shared/contract/entry/stale-rules'
import { forecastParameters } from '@hexawatt/shared/contract/query/forecast-parameters'
import { described, FiniteNumber } from '@hexawatt/shared/contract/values/fields'
import * as v from 'valibot'

const MoonPhaseResponse = described(
  v.strictObject({ litShare: described(FiniteNumber, 'Share of the disc that is lit, 0 to 1.') }),
  'The moon over the grid.',
)

/** The entry of a fictitious operation: with {@link answerMoonPhase} it is all that an endpoint needs. */
export const getMoonPhase = operation({
  id: 'getMoonPhase',
  path: '/v1/moon/phase',
  owner: 'svc-carbon',
  needsKey: true,
  isClosedToDemo: true,
  query: v.strictObject(forecastParameters),
  response: MoonPhaseResponse,
  schemas: { MoonPhaseResponse },
  clientFile: 'moon',
  isLive: true,
  staleRule: holdsUntilHour,
  problems: ['insufficient_data'],
  chapter: 'Carbon',
  summary: 'Phase of the moon',
  notes: 'The moon needs no grid.',
  exampleQuery: 'hours=2',
})

/** Its handler. */
export function answerMoonPhase({ query }: { query: { hours: number } }) {
  return { body: { litShare: query.hours / 4 }, validators: { etag: `W/"${query.hours}"` }, maxAgeSeconds: 60 }
}
