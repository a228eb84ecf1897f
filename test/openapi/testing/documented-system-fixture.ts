import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { measureAccuracy } from '@hexawatt/svc-ingest/src/accuracy/measure-accuracy.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { addIssues, addRealised, makeRoomForForecasts } from '../../history/testing/archive-fixture.ts'
import { computeRequestedHours } from '../../testing/requested-hours.ts'
import { startSystem } from '../../testing/system-fixture.ts'

/** When the examples of the documentation were answered: 19:20 in Paris on a working day of winter. */
const asOf = '2026-02-03T18:20:00Z'

/** The first point of the history that they show; a few points are enough. */
const firstTick = '2026-02-03T17:00:00Z'
const tickCount = 8

/** The public plans. All operations are asked without a key within the same minute: more of them than an address may ask. */
const planTable = { ...defaultPlanTable, anonymous: { requestsPerMinute: 600 } }

/** The same with a largest plan that no test can exhaust. */
export const patientPlans = {
  ...planTable,
  plans: { ...planTable.plans, scale: { ...planTable.plans.scale, requestsPerMinute: 60_000 } },
}

/** The system that the examples come from: every source read, and a history of points that it computed as time went on. */
export async function startDocumentedSystem(plans: PlanTable = planTable) {
  // Without accounts refusals lead to the page of the plans, as in the examples.
  const system = await startSystem({
    asOf: firstTick,
    gateway: { seams: { planTable: plans }, settings: { ACCOUNTS: 'closed' } },
  })
  await ensureDataMode(system.sql, 'demo')
  await system.poll(...sourceIds)
  let tick = Temporal.Instant.from(firstTick)
  for (let index = 0; index < tickCount; index++) {
    system.clock.moveTo(tick.toString())
    await computePoint(system.ingest, tick)
    tick = tick.add({ minutes: 10 })
  }
  system.clock.moveTo(asOf)
  await system.poll(...sourceIds)
  await system.pollRegions()
  await system.storeNeighbours()
  await computeRequestedHours(system.ingest)
  await system.refreshLive()
  await makeRoomForForecasts(system.sql)
  await addIssues(system.sql, { from: '2026-02-03T15:00:00Z', to: asOf })
  await addRealised(system.sql, '2026-02-03T15:00:00Z', '2026-02-03T18:00:00Z')
  await measureAccuracy(system.ingest)
  return system
}
