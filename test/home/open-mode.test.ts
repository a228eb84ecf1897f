import { describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { newVisitor, useBrowser } from './testing/browser.ts'
import { startOpenSystem } from './testing/dashboard-fixture.ts'

const system = stopAtEnd(await startOpenSystem())
const browser = await useBrowser()

/** Texts of the page in a language: its banner, what open mode lacks, and whose data it shows. */
async function shown(language: 'fr' | 'en') {
  const context = await newVisitor(browser, { viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(`${system.gatewayUrl}/?lang=${language}`)
  await page.locator('#open-remarks li').first().waitFor()
  const texts = (selector: string) => page.locator(selector).allInnerTexts()
  const found = {
    banner: (await texts('#banner .mode')).join(),
    remarks: (await texts('#open-remarks li')).map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' ')),
    attributions: (await texts('#attributions li')).join(' | ').replaceAll(/[\u00a0\u202f]/g, ' '),
    consumption: (await texts('#intensity-consumption')).join().replaceAll(/[\u00a0\u202f]/g, ' '),
    width: await page.evaluate('document.documentElement.scrollWidth'),
  }
  await context.close()
  return found
}

describe('the page in open mode, on a phone', () => {
  test('the page in open mode says in French which data are real, which are missing, and who published them', async () => {
    const { banner, remarks, attributions, consumption, width } = await shown('fr')
    expect(banner).toContain('sources ouvertes')
    expect(remarks).toContain('EcoWatt – Signal EcoWatt indisponible sans compte RTE ; estimé par l’adéquation.')
    expect(remarks).toContain('Indisponibilités des centrales – Indisponibilités inconnues en mode ouvert.')
    expect(remarks.join()).toContain(
      'l’intensité de la consommation des dernières heures est estimée à partir des échanges commerciaux',
    )
    expect(consumption).toMatch(/^\d+,\d+ g.*\(estimation\)$/)
    expect(attributions).toContain('via Open Data Réseaux Énergies (ODRÉ), Licence Ouverte 2.0.')
    expect(attributions).toContain('CC BY 4.0 ; données d’origine ENTSO-E.')
    expect(attributions).toContain('Couleurs Tempo : RTE.')
    expect(attributions).not.toContain('api-couleur-tempo.fr')
    expect(width).toBeLessThanOrEqual(390)
  })

  test('the page in open mode says in English which data are real, which are missing, and who published them', async () => {
    const { banner, remarks, attributions, consumption } = await shown('en')
    expect(consumption).toMatch(/^\d+\.\d+ g.*\(estimate\)$/)
    expect(banner).toContain('open sources')
    expect(remarks).toContain(
      'EcoWatt – EcoWatt signal unavailable without an RTE account; estimated from the supply margins.',
    )
    expect(remarks.join()).toContain(
      'the consumption intensity of the newest hours is estimated from commercial exchanges',
    )
    expect(attributions).toContain('original data ENTSO-E.')
  })
})

describe('every answer in open mode', () => {
  test('every response in open mode names the mode and the missing sources', async () => {
    const paths = [
      '/v1/score',
      '/v1/carbon/intensity',
      '/v1/score/forecast',
      '/v1/outlook',
      '/v1/tariff/today',
      '/api/status',
    ]
    for (const path of paths) {
      const { status, headers } = await system.get(path)
      expect([path, status, headers.get('x-data-mode')]).toEqual([path, 200, 'open'])
    }
    expect((await system.get('/v1/score')).headers.get('x-service-confidence')).toBe('degraded')
    const history = await system.get('/v1/score/history')
    expect([history.status, history.headers.get('x-data-mode')]).toEqual([200, 'open'])
  })

  test('the grid signal in open mode is a refusal with its reason', async () => {
    const response = await system.get('/v1/grid/status')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      code: 'insufficient_data',
      detail:
        'No grid signal that was published covers today. The EcoWatt signal is not available without an RTE account.',
      sourceAvailability: { grid_signals: false },
    })
  })
})
