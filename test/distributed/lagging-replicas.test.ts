import { afterAll, expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { computeOffsetMs } from '@hexawatt/shared/time/clock'
import { addPoints, makeRoomForPoints, token } from '../history/testing/history-fixture.ts'
import { plainPoints } from '../history/testing/sample-points.ts'
import { flatPoint } from '../history/testing/sample-series.ts'
import { openDrillPlace } from './testing/postgres/drill-place.ts'
import { type StreamingPostgres, startStreamingPostgres } from './testing/postgres/streaming-fixture.ts'
import { startProgram } from './testing/product.ts'

const { place, close } = await openDrillPlace('drill F')
afterAll(close)

const now = Temporal.Instant.from('2025-06-20T12:05:00Z')
/** Three days, of which every other point comes during the drill; asked as they are, by the hour, and as sums. */
const window = 'from=2025-06-18T00:00:00Z&to=2025-06-20T12:00:00Z'
const paths = ['/v1/score/history', '/v1/score/history?granularity=hourly', '/v1/score/analytics'].map(
  (path) => `${path}${path.includes('?') ? '&' : '?'}${window}`,
)
const missing = plainPoints('2025-06-18T00:10:00Z', '2025-06-20T12:00:00Z', 20).map(({ atMs }) => atMs)

/** How long the replay of each replica is held up, ms. */
const pausedMs = 10_000
/** Pause between two new points, ms: readers see states come and go. */
const betweenPointsMs = 100
/** Requests of the drill under way at once. */
const readers = 4

const database = 'history'

/** svc-history as a process of its own that reads from this address; resolves with a way to ask it. */
async function startHistory(name: string, readUrl: string) {
  if (place === null) throw new Error('no place')
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: readUrl,
    INTERNAL_TOKEN: token,
    INTERNAL_PORT: String(port),
    CLOCK_OFFSET_MS: String(computeOffsetMs(now)),
  }
  await startProgram(place.processes, name, 'svc-history/src/main.ts', env, url)
  const principal = createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan: 'scale' }, defaultPlanTable)
  const headers = { [internalTokenHeader]: token, [principalHeader]: JSON.stringify(principal) }
  return async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers })
    return { status: answer.status, tag: answer.headers.get('etag') ?? '', body: await answer.text() }
  }
}
type Ask = Awaited<ReturnType<typeof startHistory>>

/** Adds one point after another until it is stopped, and notes tag and body of every state as the primary gives them. */
function startStates(sql: Sql, askPrimary: Ask) {
  const states: { tag: string; body: string }[][] = []
  let isStopped = false
  async function note(): Promise<void> {
    states.push(await Promise.all(paths.map(askPrimary)))
  }
  const writing = (async () => {
    await note()
    for (const atMs of missing) {
      if (isStopped) return
      await addPoints(sql, [flatPoint(new Date(atMs).toISOString(), 400 + (states.length % 100))])
      await note()
      await Bun.sleep(betweenPointsMs)
    }
  })()
  return {
    states,
    async stop(): Promise<void> {
      isStopped = true
      await writing
    },
  }
}

type Reading = { path: number; status: number; tag: string; body: string; newest: number }

async function drill(postgres: StreamingPostgres) {
  await postgres.createDatabase(database)
  const sql = createSql(postgres.url(database), 'drill', 1)
  await migrate(sql)
  await ensureDataMode(sql, 'replay')
  await makeRoomForPoints(sql)
  await addPoints(sql, plainPoints('2025-06-18T00:00:00Z', '2025-06-20T12:05:00Z', 20))
  const [askPrimary, askReplicas] = await Promise.all([
    startHistory('history-of-primary', postgres.url(database)),
    startHistory('history-of-replicas', postgres.readUrl(database)),
  ])
  const { states, stop } = startStates(sql, askPrimary)
  const readings: Reading[] = []
  let isReading = true
  const reading = Array.from({ length: readers }, async (_, reader) => {
    for (let n = reader; isReading; n += 1) {
      const path = n % paths.length
      const newest = states.length - 1
      readings.push({ path, newest, ...(await askReplicas(paths[path] ?? '')) })
    }
  })
  for (const index of [0, 1]) {
    const paused = await postgres.pauseReplay(index)
    await Bun.sleep(pausedMs)
    await paused.resume()
  }
  await stop()
  await Bun.sleep(1_000)
  isReading = false
  await Promise.all(reading)
  await sql.end({ timeout: 1 })
  return { states, readings }
}

test.skipIf(place === null)(
  'F. with a lagging replica beside a current one, no history carries an ETag that is newer than its body',
  async () => {
    if (place === null) return
    const { states, readings } = await drill(await startStreamingPostgres(place, 2))
    const answered = readings.filter(({ status }) => status === 200)
    const judged = answered.map(({ path, tag, body, newest }) => {
      const ofTag = states.findIndex((state) => state[path]?.tag === tag)
      const ofBody = states.findIndex((state) => state[path]?.body === body)
      return { path: paths[path], ofTag, ofBody, lag: newest - ofBody }
    })
    const unknown = judged.filter(({ ofTag, ofBody }) => ofTag < 0 || ofBody < 0)
    const newerTags = judged.filter(({ ofTag, ofBody }) => ofTag > ofBody)
    const newerBodies = judged.filter(({ ofTag, ofBody }) => ofTag < ofBody)
    await reportFigures('F lagging replicas', [
      { name: 'states of the primary', value: states.length },
      { name: 'answers', value: readings.length },
      { name: 'not 200', value: readings.length - answered.length, target: '0' },
      { name: 'older than the primary was when asked', value: judged.filter(({ lag }) => lag > 0).length },
      { name: 'by how many points at most', value: Math.max(...judged.map(({ lag }) => lag)) },
      { name: 'tag newer than its body', value: newerTags.length, target: '0' },
      ...paths.map((path) => ({
        name: `of these: ${path.replace(window, '…')}`,
        value: newerTags.filter((judgement) => judgement.path === path).length,
        target: '0',
      })),
      { name: 'body newer than its tag', value: newerBodies.length },
      { name: 'tag or body of no state', value: unknown.length, target: '0' },
    ])
    expect(newerTags.slice(0, 3)).toEqual([])
    expect(unknown.slice(0, 3)).toEqual([])
    expect(answered).toHaveLength(readings.length)
    // Otherwise the drill has shown nothing.
    expect(Math.max(...judged.map(({ lag }) => lag))).toBeGreaterThan(10)
  },
  120_000,
)
