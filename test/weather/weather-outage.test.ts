import { describe, expect, test } from 'bun:test'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { forecastSnapshot, statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader, type SnapshotKind } from '@hexawatt/shared/snapshot/snapshot-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { auditIssue } from '@hexawatt/svc-ingest/src/audit/forecast/audit-issue.ts'
import { createPayloadReader } from '@hexawatt/svc-ingest/src/audit/payload-reader.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { createPolledDatabase, startIngestFixture } from '../testing/ingest-fixture.ts'

const start = '2026-02-03T17:35:00Z'
const hour = Temporal.Instant.from('2026-02-03T18:00:00Z')
/** Without a publisher's forecast of wind and sun, so that these rest on the weather. The grid signal may be asked for once in 15 minutes of real time. */
const polled = sourceIds.filter((id) => !['generation_forecast', 'grid_signals'].includes(id))
const filledDatabase = await createPolledDatabase(start, polled)
const fixture = stopAtEnd(await startIngestFixture(start, { hasWeather: true, filledDatabase }))
const poller = createPoller(fixture.deps)

async function pollFeeds(): Promise<void> {
  for (const source of polled) await poller.store(source)
}

async function read<Body>(kind: SnapshotKind<Body>): Promise<Body> {
  const body = await createSnapshotReader(fixture.deps).read(kind)
  if (body === null) throw new Error(`no snapshot ${kind.name}`)
  return body
}

const noteOfWeather = async () => (await read(statusSnapshot)).sources.find(({ id }) => id === 'weather')?.note

describe('a forecast', () => {
  test('made with weather reaches 72 hours', async () => {
    await poller.poll('weather')
    expect((await read(forecastSnapshot)).hours.length).toBeGreaterThanOrEqual(72)
  })

  test('that was archived is recomputed with the weather that was known then, also after later runs', async () => {
    fixture.clock.moveTo('2026-02-03T18:00:10Z')
    expect(await computePoint(fixture.deps, hour)).toBe('stored')
    fixture.clock.moveTo('2026-02-03T20:40:00Z')
    await poller.store('weather')
    const audit = await auditIssue({ sql: fixture.sql, payloads: createPayloadReader(fixture.deps.archive) }, hour)
    expect(audit).toMatchObject({ outcome: 'equal' })
    const [hours] = await fixture.sql<{ count: number }[]>`select count(*)::int as count from forecast_issue_hours`
    expect(hours?.count).toBe(73)
  })

  test('goes on during an outage with the last run, and says when it is old', async () => {
    fixture.clock.moveTo('2026-02-04T09:00:00Z')
    fixture.faults.set([{ kind: 'unavailable_503', subject: 'open-meteo' }])
    await pollFeeds()
    await expect(poller.poll('weather')).rejects.toThrow('503')
    expect((await read(forecastSnapshot)).hours.length).toBeGreaterThanOrEqual(72)
    expect(await noteOfWeather()).toContain(', old.')
  })

  test('goes on without weather, to 48 hours, when the last run is a day old, and the status says so', async () => {
    fixture.clock.moveTo('2026-02-04T20:41:00Z')
    await pollFeeds()
    await expect(poller.poll('weather')).rejects.toThrow('503')
    const { hours } = await read(forecastSnapshot)
    expect(hours.length).toBeWithin(48, 51)
    expect(hours.every(({ carbonIntensityGco2Kwh }) => carbonIntensityGco2Kwh !== null)).toBe(true)
    expect(await noteOfWeather()).toContain('too old to be used')
  })

  test('has weather again with the next run', async () => {
    fixture.faults.clear()
    await poller.poll('weather')
    expect((await read(forecastSnapshot)).hours.length).toBeGreaterThanOrEqual(72)
    expect(await noteOfWeather()).not.toContain('old')
  })
})
