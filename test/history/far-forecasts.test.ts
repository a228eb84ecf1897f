import { expect, test } from 'bun:test'
import { ForecastArchiveResponse } from '@hexawatt/shared/contract/forecast/forecast-archive'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { addIssues, makeRoomForForecasts } from './testing/archive-fixture.ts'
import { startHistoryFixture } from './testing/history-fixture.ts'

const fixture = stopAtEnd(await startHistoryFixture('2026-02-10T12:30:00Z'))
await makeRoomForForecasts(fixture.sql)
const leads = Array.from({ length: 73 }, (_, lead) => lead)
await addIssues(fixture.sql, { from: '2026-02-07T05:00:00Z', to: '2026-02-07T05:00:01Z', leads })
// Without weather the archive has 49 hours of an issue.
await addIssues(fixture.sql, { from: '2026-02-07T06:00:00Z', to: '2026-02-07T06:00:01Z' })

async function readLeads(query: string): Promise<number[]> {
  const response = await fixture.ask(`/v1/forecast/archive?${query}`)
  return v.parse(ForecastArchiveResponse, await response.json()).points.map(({ leadHours }) => leadHours)
}

test('an issue that was made with weather has 73 hours in the archive, by its instant and by its targets', async () => {
  expect(await readLeads('issuedFrom=2026-02-07T05:00:00Z&issuedTo=2026-02-07T06:00:00Z')).toEqual(leads)
  expect(await readLeads('issuedFrom=2026-02-07T06:00:00Z&issuedTo=2026-02-07T07:00:00Z')).toEqual(leads.slice(0, 49))
  expect(await readLeads('targetFrom=2026-02-09T05:00:00Z&targetTo=2026-02-09T07:00:00Z')).toEqual([48, 49, 47, 48])
  expect(await readLeads('targetFrom=2026-02-10T05:00:00Z&targetTo=2026-02-11T00:00:00Z')).toEqual([72])
})
