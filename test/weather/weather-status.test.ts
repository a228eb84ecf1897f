import { afterEach, describe, expect, test } from 'bun:test'
import type { SourceStatus } from '@hexawatt/shared/contract/status'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { addWeatherGauges } from '@hexawatt/svc-ingest/src/weather/weather-status.ts'
import { startIngestFixture } from '../testing/ingest-fixture.ts'

const start = '2026-02-03T12:20:00Z'
const fixture = stopAtEnd(await startIngestFixture(start, { hasWeather: true }))
const poller = createPoller(fixture.deps)
afterEach(() => fixture.faults.clear())

async function readEntry(): Promise<SourceStatus | undefined> {
  await poller.refreshLive()
  const status = await createSnapshotReader(fixture.deps).read(statusSnapshot)
  return status?.sources.find(({ id }) => id === 'weather')
}

test('where no weather is read it has no entry', async () => {
  const without = stopAtEnd(await startIngestFixture(start))
  await createPoller(without.deps).refreshLive()
  const status = await createSnapshotReader(without.deps).read(statusSnapshot)
  expect(status?.sources.map(({ id }) => id)).toContain('country_intensities')
  expect(status?.sources.map(({ id }) => id)).not.toContain('weather')
})

describe('the entry of the weather', () => {
  test('names publisher, licence, runs and the requests of the day', async () => {
    expect(await readEntry()).toMatchObject({
      lastSuccess: null,
      note: 'No run yet: the forecast does without weather. 0 of 24 requests of today.',
    })
    await poller.store('weather')
    const entry = await readEntry()
    expect(entry).toMatchObject({
      lastSuccess: start,
      source: 'open-meteo',
      licence: 'CC BY 4.0',
      newestSlot: '2026-02-14T00:00:00Z',
      expectedNext: '2026-02-03T15:20:00Z',
      consecutiveFailures: 0,
    })
    expect(entry?.note).toContain('Run of meteofrance_seamless received 2026-02-03T12:20:00Z.')
    expect(entry?.note).toContain('Run of ecmwf_ifs025 received 2026-02-03T12:20:00Z.')
    expect(entry?.note).toContain('1 of 24 requests of today.')
  })

  test('says that the wind of a model comes from 10 m', async () => {
    fixture.clock.moveTo('2026-02-03T15:20:00Z')
    fixture.faults.set([
      { kind: 'no_values', subject: 'open-meteo', variable: 'wind_speed_100m', model: 'meteofrance_seamless' },
    ])
    await poller.store('weather')
    const note = (await readEntry())?.note
    expect(note).toContain('Run of meteofrance_seamless received 2026-02-03T15:20:00Z, wind from 10 m × 1.35.')
    expect(note).toContain('Run of ecmwf_ifs025 received 2026-02-03T12:20:00Z.')
  })

  test('says when a run is old, and when it is too old to be used; the age is a metric', async () => {
    fixture.clock.moveTo('2026-02-04T12:21:00Z')
    const note = (await readEntry())?.note
    expect(note).toContain('Run of ecmwf_ifs025 received 2026-02-03T12:20:00Z, too old to be used.')
    expect(note).toContain('wind from 10 m × 1.35, old.')
    const metrics = createMetrics('test')
    addWeatherGauges({ ...fixture.deps, metrics })
    expect(await metrics.text()).toMatch(/ingest_weather_run_age_seconds\{[^}]*model="ecmwf_ifs025"[^}]*\} 86460\n/)
  })

  test('counts failures', async () => {
    fixture.faults.set([{ kind: 'error_500', subject: 'open-meteo' }])
    await expect(poller.store('weather')).rejects.toThrow('500')
    expect((await readEntry())?.consecutiveFailures).toBe(1)
  })
})

test('the key of a paid service is in the request, and in no error, stored row or archived payload', async () => {
  const key = 'a-customers-key/+1'
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      asked.push(url)
      if (asked.length === 1)
        return fetch(`${fixture.upstreamUrl}/open/open-meteo${new URL(url).pathname}${new URL(url).search}`)
      return Response.json(
        { error: true, reason: `The supplied API key is invalid: ${key} in ${url}` },
        { status: 400 },
      )
    },
  })
  const settings = { WEATHER_URL: server.url.href, WEATHER_API_KEY: key }
  const paid = stopAtEnd(await startIngestFixture(start, { mode: 'open', settings }))
  const paidPoller = createPoller(paid.deps)
  await paidPoller.store('weather')
  expect(new URL(asked[0] ?? '').searchParams.get('apikey')).toBe(key)
  const error = await paidPoller.store('weather').catch((thrown: Error) => thrown)
  expect(String(error)).toContain('The supplied API key is invalid: [key]')
  const [kept] = await paid.sql<{ text: string }[]>`
    select (select coalesce(string_agg(asked, ' '), '') from raw_payloads) || (select string_agg(last_error, ' ') from source_status) as text`
  for (const form of [key, encodeURIComponent(key)]) {
    expect(String(error)).not.toContain(form)
    expect(kept?.text).not.toContain(form)
  }
  await server.stop(true)
})
