import { describe, expect, test } from 'bun:test'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { DashboardSnapshot, dashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import * as v from 'valibot'
import { useTestWeb } from '../../testing/use-web.ts'

const now = Temporal.Instant.from('2026-02-03T18:20:30Z')
const snapshot = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)

const { web } = await useTestWeb({
  clock: { now: () => now },
  cacheTimeMs: createLeapingTime(),
})
const { write } = createSnapshotWriter({
  sql: web.sql,
  redis: web.deps.redis,
  logger: createLogger('test', 'silent'),
  clock: { now: () => now },
})

const get = (path: string, headers: Record<string, string> = {}) => web.fetch(path, { headers })

test('before anything was computed the page is 503 and says so', async () => {
  const page = await get('/')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain('Aucune donnée pour le moment')
})

describe('with a snapshot', () => {
  test('the page has a version of its own in each language', async () => {
    await write(dashboardSnapshot, snapshot, now)
    const [french, english] = await Promise.all([get('/'), get('/?lang=en')])
    expect(await french.text()).toContain('<html lang="fr"')
    expect(await english.text()).toContain('<html lang="en"')
    expect(french.headers.get('etag')).not.toBe(english.headers.get('etag'))
    expect([french.headers.get('set-cookie'), french.headers.get('vary')]).toEqual([
      null,
      'Accept-Encoding, Cookie, Accept-Language',
    ])
    const again = await get('/', { 'if-none-match': french.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  test('the page script contains the chart library and no API schemas', async () => {
    await write(dashboardSnapshot, snapshot, now)
    const path = (await (await get('/')).text()).match(/src="([^"]+\.js)"/)?.[1]
    const script = await (await get(`/${path}`)).text()
    expect([script.includes('uplot'), script.includes('strict_object')]).toEqual([true, false])
  })

  test('the page names the weather and its attribution where it is read', async () => {
    const entry = {
      lastSuccess: '2026-02-03T17:20:00Z',
      newestSlot: '2026-02-14T00:00:00Z',
      expectedNext: '2026-02-03T20:20:00Z',
    }
    const weather = {
      id: 'weather',
      source: 'open-meteo',
      ...entry,
      availabilityPct: null,
      confidenceWeight: null,
    } as const
    const shown = async () => (await (await get('/')).text()).replaceAll(/[\u00a0\u202f]/g, ' ')
    await write(dashboardSnapshot, { ...snapshot, mode: 'open', sources: [...snapshot.sources, weather] }, now)
    const page = await shown()
    expect(page).toContain('Météo (Open-Meteo)')
    expect(page).toContain('Météo : Open-Meteo.com, CC BY 4.0 ; modèles de Météo-France')
    await write(dashboardSnapshot, { ...snapshot, mode: 'open' }, now)
    expect(await shown()).not.toContain('Open-Meteo')
  })

  test('the page says that the forecast is being prepared while a first start loads 28 days, and how much of the past is loaded', async () => {
    const shownWith = async (knownDays: number, forecastReady: boolean, state: 'loading' | 'complete') => {
      await write(
        dashboardSnapshot,
        { ...snapshot, history: { knownDays, wantedDays: 365, state, forecastReady } },
        now,
      )
      const text = (await (await get('/')).text()).replaceAll(/\s/g, ' ')
      return ['Prévisions en préparation', '1 jour sur 365', '31 jours sur 365', 'Historique en cours'].filter((part) =>
        text.includes(part),
      )
    }
    expect(await shownWith(1, false, 'loading')).toEqual([
      'Prévisions en préparation',
      '1 jour sur 365',
      'Historique en cours',
    ])
    expect(await shownWith(31, true, 'loading')).toEqual(['31 jours sur 365', 'Historique en cours'])
    expect(await shownWith(365, true, 'complete')).toEqual([])
  })

  test('the page says loudly when data are not of the real grid', async () => {
    const said = { live: null, demo: 'Données de démonstration', replay: 'Données rejouées' } as const
    for (const mode of ['live', 'demo', 'replay'] as const) {
      await write(dashboardSnapshot, { ...snapshot, mode }, now)
      const text = await (await get('/')).text()
      const banners = Object.values(said).filter((sentence) => sentence !== null && text.includes(sentence))
      expect(banners).toEqual(said[mode] === null ? [] : [said[mode]])
    }
  })

  test('publisher texts are escaped', async () => {
    const hostile = '</p><script>alert(1)</script>'
    const signals = snapshot.signals.map((day) => ({ ...day, message: hostile }))
    await write(dashboardSnapshot, { ...snapshot, signals }, now)
    const text = await (await get('/')).text()
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text.match(/<script/g)).toHaveLength(1)
  })

  test('a snapshot from a later instant of a replay is not shown', async () => {
    await write(dashboardSnapshot, { ...snapshot, generatedAt: '2026-02-04T18:20:00Z' }, now)
    expect((await get('/')).status).toBe(503)
  })
})
