import { expect, test } from 'bun:test'
import { CarbonConsumptionResponse } from '@hexawatt/shared/contract/carbon/carbon-consumption'
import { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { neighbourMixIds } from '@hexawatt/shared/grid/publishers'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import * as v from 'valibot'
import { computeRequestedHours } from '../testing/requested-hours.ts'
import { startPolledSystem } from '../testing/system-fixture.ts'

const firstDay = '2026-02-03'
const system = stopAtEnd(await startPolledSystem({ asOf: `${firstDay}T18:20:00Z` }))

/** What the whole product answers on a day, after Germany's mix was asked for at a publisher that is so many hours late with it. */
async function servedOn(day: string, lagHours: number) {
  system.clock.moveTo(`${day}T18:20:00Z`)
  system.faults.set(lagHours === 0 ? [] : [{ kind: 'late_mix', subject: 'energy-charts', country: 'de', lagHours }])
  if (day !== firstDay) await system.poll(...sourceIds)
  for (const id of Object.values(neighbourMixIds)) await pollSource(system.ingest, getSource(id), [])
  await computeRequestedHours(system.ingest)
  await system.refreshLive()
  const explained = v.parse(CarbonExplainResponse, await (await system.get('/v1/carbon/explain')).json())
  const body = v.parse(CarbonConsumptionResponse, await (await system.get('/v1/carbon/consumption')).json())
  const german = explained.consumption?.borders.find(({ country }) => country === 'DE')
  expect(body.imports.find(({ country }) => country === 'DE')?.basis).toBe(german?.basis ?? null)
  expect(body.gCo2PerKwh).toBe(explained.consumption?.gCo2PerKwh ?? null)
  const ageHours =
    german?.mixHour == null ? null : (Date.parse(body.slotStart) - Date.parse(german.mixHour)) / 3_600_000
  return { gCo2PerKwh: body.gCo2PerKwh, basis: german?.basis, intensity: german?.gCo2PerKwh, ageHours }
}

test('a neighbour that is silent for more than a week counts with its yearly value, then with the same hour of its newest day, then with its newest mix; there is a value all the time', async () => {
  const silent = await servedOn(firstDay, 9 * 24)
  expect(silent).toMatchObject({ basis: 'year', intensity: 342.06, ageHours: null })
  const late = await servedOn('2026-02-04', 4 * 24)
  expect([late.basis, late.ageHours]).toEqual(['week', 4 * 24])
  const present = await servedOn('2026-02-05', 0)
  expect(present.ageHours).toBeLessThanOrEqual(24)
  expect([silent, late, present].filter(({ gCo2PerKwh }) => gCo2PerKwh === null)).toEqual([])
})
