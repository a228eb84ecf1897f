import { type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { measureAccuracy } from '@hexawatt/svc-ingest/src/accuracy/measure-accuracy.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { addIssues, addRealised, makeRoomForForecasts } from '../../history/testing/archive-fixture.ts'
import { addPoints, makeRoomForPoints } from '../../history/testing/history-fixture.ts'
import { ingestedContent } from '../../testing/ingest-fixture.ts'
import { type System, startSystem } from '../../testing/system-fixture.ts'
import { sampleWeeks } from './sample-weeks.ts'

/** 14:20 in Paris on a working day of spring, after a clock change within the six weeks before. */
const asOf = '2026-04-21T12:20:00Z'

/** Six weeks and a little before it. */
const historyFrom = '2026-03-09T00:00:00Z'

/** Forecasts from here on: enough to be judged. */
const firstIssue = '2026-04-01T00:00:00Z'

/** Hours without the feeds that {@link lateSources} names. */
const lateHours = 3

/** Elements left out of the later readings: the intensity becomes old, and the confidence falls. */
const lateSources: readonly SourceId[] = ['generation_by_type', 'generation_mix_15min', 'physical_flows', 'consumption']

/** Everything that the page can show. */
const everythingToShow = ingestedContent('shown', asOf, async ({ deps, sql }) => {
  const poller = createPoller(deps)
  await ensureDataMode(sql, 'demo')
  await makeRoomForPoints(sql)
  await addPoints(sql, sampleWeeks(historyFrom, asOf))
  for (const source of sourceIds) await poller.store(source)
  await poller.refreshLive()
  await makeRoomForForecasts(sql)
  await addIssues(sql, { from: firstIssue, to: asOf })
  await addRealised(sql, firstIssue, asOf)
  await measureAccuracy(deps)
})

/** The whole product on demo data, with {@link everythingToShow}. */
export async function startNormalSystem(): Promise<System> {
  const system = await startSystem({ asOf, content: everythingToShow })
  await system.refreshLive()
  return system
}

/** Moves the clock of a {@link startNormalSystem} some hours on, in which sources have stopped. */
export async function degradeSystem(system: System): Promise<void> {
  system.clock.advance({ hours: lateHours })
  await system.poll(...sourceIds.filter((id) => !lateSources.includes(id)))
  await system.refreshLive()
}

/** A product without credentials, which reads only the open sources. */
export async function startOpenSystem(): Promise<System> {
  const system = await startSystem({ asOf, mode: 'open' })
  await ensureDataMode(system.sql, 'open')
  await system.pollOpen('start')
  return system
}

/** A product that has not even computed yet. */
export const startNewSystem = (): Promise<System> => startSystem({ asOf })

/** Lets a {@link startNewSystem} compute, without anything received. */
export async function computeFromNothing(system: System): Promise<void> {
  await ensureDataMode(system.sql, 'demo')
  await system.refreshLive()
}
