import { expect, test } from 'bun:test'
import { buildAssets } from '../../kit/assets.ts'
import { createConsumptionPage } from './consumption-page.ts'

const site = { publicBaseUrl: 'https://power.example', assets: await buildAssets(), hasAccounts: true }
const page = createConsumptionPage(site)

test('a link of another site shows the example under its contract, and does not choose the contract of the reader', async () => {
  const ask = async (headers: Record<string, string>): Promise<Response> =>
    page.answer(new Request('http://localhost/consommations?tariff=tempo', { headers }))
  for (const origin of ['cross-site', 'same-site']) {
    const foreign = await ask({ 'sec-fetch-site': origin })
    expect(await foreign.text()).toContain('value="tempo" checked')
    expect(foreign.headers.get('set-cookie')).toBeNull()
  }
  for (const own of [{ 'sec-fetch-site': 'same-origin' }, {}]) {
    expect((await ask(own)).headers.get('set-cookie')).toStartWith('contract=tariff=tempo;')
  }
})
