import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { neighbourMixIds } from '@hexawatt/shared/grid/publishers'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { addPlainHours } from '../../consumption-hours/testing/plain-hours.ts'
import { addIssues, makeRoomForForecasts } from '../../history/testing/archive-fixture.ts'
import { addPoints, makeRoomForPoints } from '../../history/testing/history-fixture.ts'
import { plainPoints } from '../../history/testing/sample-points.ts'
import { addQuarters } from '../../series/testing/stored-quarters.ts'
import { ingestedContent } from '../../testing/ingest-fixture.ts'
import { computeRequestedHours } from '../../testing/requested-hours.ts'
import { type GatewayOptions, type System, startSystem } from '../../testing/system-fixture.ts'

/** Time of the data's clock: 19:20 in Paris on a working day of winter, the instant of the documentation's examples. */
export const asOf = '2026-02-03T18:20:00Z'

/** The oldest point of the history: older than the depth of every plan but the largest. */
const oldestPoint = '2025-12-01T00:00:00Z'

/** Answers are kept for as long as the product keeps them. */
export const realAnswerTime = { cacheTimeMs: (): number => performance.now() }

/** Every source read, and a point of the history, a forecast and the quarter-hours of every hour since December. */
const everythingToServe = ingestedContent('served', asOf, async ({ deps, sql }) => {
  const poller = createPoller(deps)
  await ensureDataMode(sql, 'demo')
  await makeRoomForPoints(sql)
  // All at once, as the workers of svc-ingest do it.
  await Promise.all(sourceIds.map((source) => poller.poll(source)))
  await poller.pollOpen('odre_regional', 'start')
  // Without them the imports have the yearly values of their countries, and the answer is degraded.
  for (const id of Object.values(neighbourMixIds)) await poller.storeOpen(id, 'start')
  await computeRequestedHours(deps)
  await addPlainHours(sql, oldestPoint, '2026-02-03T15:00:00Z')
  await poller.refreshLive()
  await addQuarters(sql, oldestPoint, asOf)
  await addPoints(sql, plainPoints(oldestPoint, '2026-02-03T18:20:01Z', 60))
  await makeRoomForForecasts(sql)
  await addIssues(sql, { from: oldestPoint, to: asOf, leads: [0, 1, 48] })
})

/** The whole product with {@link everythingToServe}. */
export async function startServedSystem({ settings = {}, seams = {} }: GatewayOptions = {}): Promise<System> {
  const gateway = { settings, seams: { ...realAnswerTime, ...seams } }
  const system = await startSystem({ asOf, gateway, content: everythingToServe })
  // The database has the snapshots, Redis not yet.
  await system.refreshLive()
  return system
}
