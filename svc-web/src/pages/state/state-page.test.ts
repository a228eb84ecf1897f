import { describe, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { buildAssets } from '../../kit/assets.ts'
import { createStatePage } from './state-page.ts'
import { sampleDashboard, toPlainText } from './testing/sample-dashboard.ts'

const site = { publicBaseUrl: 'https://power.example', assets: await buildAssets(), hasAccounts: true }

async function get(dashboard: DashboardResponse | null, query = ''): Promise<Response> {
  const page = createStatePage({ site, current: { latest: async () => dashboard }, latestAccuracy: async () => null })
  return page.answer(new Request(`https://power.example/etat${query}`))
}

const states: Readonly<Record<string, DashboardResponse>> = {
  well: sampleDashboard(),
  demo: sampleDashboard({ mode: 'demo' }),
  'with nothing': sampleDashboard({
    ...{ score: null, carbon: null, hours: [], outlook: null, mix: [], heatMap: [], accuracy: null, sources: [] },
    ...{ incidents: null, regions: null },
  }),
}

describe('the page /etat', () => {
  for (const [name, dashboard] of Object.entries(states)) {
    for (const language of ['fr', 'en']) {
      test(`${name}, in ${language}: every link on the page leads to a part, no id is double, nothing is undefined`, async () => {
        const response = await get(dashboard, `?lang=${language}`)
        expect([response.status, response.headers.get('content-language')]).toEqual([200, language])
        const markup = await response.text()
        const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
        const targets = [...markup.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
        expect(ids.length).toBe(new Set(ids).size)
        expect(targets.filter((id) => !ids.includes(id))).toEqual([])
        expect(toPlainText(markup)).not.toMatch(/undefined|NaN|\bnull\b/)
        // The policy of the site allows no inline styles.
        expect(markup).not.toContain(' style="')
      })
    }
  }

  test('without data is 503 and says so', async () => {
    const response = await get(null)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.text()).toContain('Pas encore de données')
  })

  test('is rendered once for the same data, and says the mode of its data', async () => {
    const dashboard = sampleDashboard({ mode: 'demo' })
    const page = createStatePage({ site, current: { latest: async () => dashboard }, latestAccuracy: async () => null })
    const [first, again] = await Promise.all([1, 2].map(() => page.answer(new Request('https://power.example/etat'))))
    expect(first?.headers.get('etag')).toBe(again?.headers.get('etag') ?? '')
    expect(await first?.text()).toContain('valeurs inventées')
  })
})
