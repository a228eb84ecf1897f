import { beforeEach, describe, expect, test } from 'bun:test'
import { composeDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import { shouldCountClient } from '@hexawatt/shared/http/web-request'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { DashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import * as v from 'valibot'
import { buildAssets } from '../../kit/assets.ts'
import { createHomePage } from './home-page.ts'

const snapshot = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)
const recorded = composeDashboard(snapshot, Temporal.Instant.from(snapshot.generatedAt))
const site = {
  publicBaseUrl: 'http://localhost:8080',
  assets: await buildAssets(),
  hasAccounts: false,
  isAddressSet: true,
}
const client = { id: 'a'.repeat(32), wider: [], isPrivateConnection: true, host: 'localhost:8080' }

let dashboard: DashboardResponse | null = recorded
let elapsedMs = 0
let page = createPage()
beforeEach(() => {
  dashboard = recorded
  page = createPage()
})

function createPage() {
  return createHomePage({
    site,
    current: { latest: async () => dashboard },
    readContractTable: async () => ({ table: shippedTable, changedAtMs: 0 }),
    monotonicMs: () => elapsedMs,
  })
}
const get = async (query = '', headers: Record<string, string> = {}): Promise<Response> =>
  page.answer(new Request(`http://localhost:8080/${query}`, { headers }), client)
/** The text of the page with plain spaces. */
const textOf = async (response: Response): Promise<string> => (await response.text()).replaceAll(/[\u00a0\u202f]/g, ' ')
const chosen = (markup: string): string[] =>
  [...markup.matchAll(/value="([^"]+)" checked/g)].map(([, value = '']) => value)

describe('the home page', () => {
  test('before anything was computed is 503 with a calm sentence, without a window', async () => {
    dashboard = null
    const response = await get()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    const text = await textOf(response)
    expect(text).toContain('Pas encore de données')
    expect(text).not.toContain('id="window"')
  })

  test('has a version of its own in each language, and answers 304 to a reader that has it', async () => {
    const [french, english] = await Promise.all([get(), get('?lang=en')])
    expect(await french.text()).toContain('<html lang="fr"')
    expect(await english.text()).toContain('<html lang="en"')
    expect(french.headers.get('etag')).not.toBe(english.headers.get('etag'))
    expect([french.headers.get('set-cookie'), french.headers.get('vary')]).toEqual([
      null,
      'Accept-Encoding, Cookie, Accept-Language',
    ])
    expect((await get('', { 'if-none-match': french.headers.get('etag') ?? '' })).status).toBe(304)
  })

  test('shows the choice of the address without a script, and the remembered contract where the address names none', async () => {
    const first = await textOf(await get())
    expect(chosen(first)).toEqual(['washing-machine', 'base'])
    expect(first).toContain('Quel est votre contrat ?')
    const asked = await textOf(await get('?appliance=car&tariff=tempo&quiet=22:00-07:00&energyKWh=12'))
    expect(chosen(asked)).toEqual(['car', 'tempo', '22:00-07:00'])
    expect(asked).toContain('name="energyKWh" id="energyKWh" value="12"')
    expect(asked).toContain('<b id="contract-name">Tempo</b>')
    expect(asked).toContain('<fieldset class="seg" id="contrat"><legend id="ask">Mon contrat</legend>')
    expect(await textOf(await get('?tariff=gold'))).toContain('Quel est votre contrat ?')
    const shared = await textOf(await get('?tariff=tempo', { cookie: 'contract=tariff=hphc' }))
    expect(shared).toContain('<b id="contract-name">Tempo</b>')
    const remembered = await textOf(await get('', { cookie: 'contract=tariff=hphc&offPeak=01:30-07:30%2C12:30-14:30' }))
    expect(chosen(remembered)).toEqual(['washing-machine', 'hphc'])
    expect(remembered).toContain('Compris : 1 h 30 à 7 h 30 et 12 h 30 à 14 h 30, soit 8 h par jour.')
    expect(remembered).not.toContain('Quel est votre contrat ?')
    expect(remembered).toContain('<b id="contract-name"><span class="spare">Heures </span>creuses</b>')
  })

  test('keeps off-peak hours that cannot be read, says so, and counts with the last valid ones', async () => {
    const cookie = 'contract=tariff=hphc&offPeak=22:30-06:30'
    const text = await textOf(await get('?tariff=hphc&offPeak=22-6', { cookie }))
    expect(text).toMatch(/name="offPeak" value="22-6"[^>]*aria-invalid="true"/)
    expect(text).toContain('Nous ne lisons pas « 22-6 ». Écrivez par exemple 22h30‑6h30')
    expect(text).toContain('En attendant, nous gardons 22 h 30 à 6 h 30.')
    const valid = await textOf(await get('?tariff=hphc&offPeak=22h30-6h30'))
    const sentence = (markup: string) => markup.match(/<h1 id="head">.*?<\/p>/s)?.[0]
    expect(sentence(text)).toBe(sentence(valid))
    const unusual = await textOf(await get('?tariff=hphc&offPeak=22h-5h'))
    expect(unusual).toContain('soit 7 h par jour ; c’est d’ordinaire 8 h, vérifiez votre facture.')
  })

  test('keeps every other text that cannot be read, escaped, and says what is accepted', async () => {
    const text = await textOf(await get('?energyKWh=%3Cb%3E&quietHours=22-7&appliance=toaster'))
    expect(text).toContain('name="energyKWh" id="energyKWh" value="&lt;b&gt;"')
    expect(text).toContain('Énergie : un nombre de 0,1 à 100 kWh. Reçu : « &lt;b&gt; ».')
    expect(text).toContain('Silence : une ou deux plages, par exemple 22h‑7h.')
    expect(text).not.toContain('<b>"')
  })

  test('remembers the contract of the form without a script, and leads to an address that does not', async () => {
    const response = await get('?appliance=car&tariff=hphc&offPeak=22h30-6h30&keep=contract')
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      './?appliance=car&tariff=hphc&offPeak=22:30-06:30',
    ])
    expect(response.headers.get('set-cookie')).toStartWith('contract=tariff=hphc&offPeak=22%3A30-06%3A30; Path=/;')
    const foreign = await get('?tariff=spot&keep=contract', { 'sec-fetch-site': 'cross-site' })
    expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([200, null])
  })

  test('says loudly when data are not of the real grid, and that the forecast is being prepared', async () => {
    const modes = {
      live: null,
      demo: 'Démonstration : valeurs inventées',
      replay: 'Données rejouées',
      open: 'sources ouvertes',
    }
    for (const [mode, sentence] of Object.entries(modes)) {
      dashboard = { ...recorded, mode: mode as DashboardResponse['mode'] }
      const text = await textOf(await get())
      const said = Object.values(modes).filter((one) => one !== null && text.includes(one))
      expect(said).toEqual(sentence === null ? [] : [sentence])
    }
    const history = { knownDays: 1, wantedDays: 365, state: 'loading', forecastReady: false } as const
    dashboard = { ...recorded, history }
    expect(await textOf(await get())).toContain('Les prévisions se préparent')
  })

  test('without a forecast names no hour, and keeps its place', async () => {
    dashboard = { ...recorded, outlook: null, hours: [] }
    const text = await textOf(await get())
    expect(text).toContain('Pas de prévision en ce moment')
    expect(text).not.toContain('id="calendar"')
    // 9:10 in Paris.
    dashboard = { ...dashboard, generatedAt: '2026-10-13T07:10:00Z' }
    expect(await textOf(await get())).toContain('<option value="07:00" selected>demain, 7 h</option>')
  })

  test('has no inline script or style, and its data only as data', async () => {
    const markup = await (await get()).text()
    expect(markup).not.toMatch(/<style|\sstyle=|\son\w+=/)
    const scripts = [...markup.matchAll(/<script type="([^"]+)"/g)].map(([, type]) => type)
    expect(scripts).toEqual(['module', 'application/json'])
    const table = JSON.parse(markup.match(/id="contracts">(.*?)<\/script>/)?.[1] ?? '')
    expect(table.contracts.map(({ id }: { id: string }) => id)).toEqual(['base', 'hphc', 'tempo'])
  })
})

describe('pages that have to be calculated', () => {
  test('are counted against the client once, and are bounded for each client', async () => {
    const [first, again] = [await get('?appliance=car'), await get('?appliance=car')]
    expect([shouldCountClient(first.headers), shouldCountClient(again.headers)]).toEqual([true, false])
    for (const query of ['', '?lang=en', '?tariff=tempo']) {
      expect(shouldCountClient((await get(query)).headers)).toBe(false)
    }
    let calculated = 1
    const ask = () => {
      calculated += 1
      // Never the usual energy, which is not counted.
      return get(`?energyKWh=${2 + calculated / 10}`)
    }
    for (let count = 0; count < 59; count += 1) await ask()
    expect(ask()).rejects.toMatchObject({ code: 'rate_limited' })
    // A page that is kept is served to every client, and other clients are not affected.
    expect((await get('?energyKWh=8')).status).toBe(200)
    const other = { ...client, id: 'b'.repeat(32) }
    expect((await page.answer(new Request('http://localhost:8080/?energyKWh=99'), other)).status).toBe(200)
    elapsedMs += 61_000
    expect((await ask()).status).toBe(200)
  })
})
