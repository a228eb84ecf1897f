import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { addIssues, makeRoomForForecasts } from '../../history/testing/archive-fixture.ts'
import { addPoints, makeRoomForPoints } from '../../history/testing/history-fixture.ts'
import { plainPoints } from '../../history/testing/sample-points.ts'
import { type GatewayOptions, type System, startSystem } from '../../testing/system-fixture.ts'

/** What the data's clock reads: 19:20 in Paris on a working day of winter, the instant of the documentation's examples. */
export const asOf = '2026-02-03T18:20:00Z'

/** The oldest point of the history: older than the depth of every plan but the largest. */
const oldestPoint = '2025-12-01T00:00:00Z'

/** Answers are kept for as long as the product keeps them. */
export const realAnswerTime = { cacheTimeMs: (): number => performance.now() }

/** The whole product with everything to serve: every source read, and a point of the history and a forecast for every hour since December. */
export async function startServedSystem({ settings = {}, seams = {} }: GatewayOptions = {}): Promise<System> {
  const system = await startSystem({ asOf, gateway: { settings, seams: { ...realAnswerTime, ...seams } } })
  await ensureDataMode(system.sql, 'demo')
  await makeRoomForPoints(system.sql)
  // All at once, as the workers of svc-ingest do it.
  const outcomes = await Promise.all(sourceIds.map((source) => system.poll(source)))
  await system.pollRegions()
  const failures = outcomes.flat().filter((failure) => failure !== null)
  if (failures.length > 0) throw new AggregateError(failures, 'sources were not read')
  await system.refreshLive()
  await addPoints(system.sql, plainPoints(oldestPoint, '2026-02-03T18:20:01Z', 60))
  await makeRoomForForecasts(system.sql)
  await addIssues(system.sql, { from: oldestPoint, to: asOf, leads: [0, 1, 48] })
  return system
}
