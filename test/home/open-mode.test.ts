import { describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { useBrowser } from '../dashboard/testing/browser.ts'
import { startOpenSystem } from '../dashboard/testing/dashboard-fixture.ts'
import { describeHomePage } from './testing/look-at-home.ts'

const system = stopAtEnd(await startOpenSystem())
const browser = await useBrowser()

describeHomePage('open', browser, system.gatewayUrl)

/** Text of a page in a language, with plain spaces. */
async function textOf(path: string, language: 'fr' | 'en'): Promise<string> {
  const markup = await (await system.get(`${path}?lang=${language}`)).text()
  return markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .replaceAll('&#39;', '’')
}

describe.each([
  [
    'fr',
    ['sources ouvertes', 'Base', 'EcoWatt n’est pas publié en données ouvertes.'],
    [
      'Signal EcoWatt indisponible sans compte RTE ; estimé par l’adéquation.',
      'Indisponibilités des centrales – Indisponibilités inconnues en mode ouvert.',
      'l’intensité de la consommation des dernières heures est estimée à partir des échanges commerciaux',
      'via Open Data Réseaux Énergies (ODRÉ), Licence Ouverte 2.0.',
      'CC BY 4.0 ; données d’origine ENTSO-E.',
      'Couleurs Tempo : RTE.',
    ],
  ],
  [
    'en',
    ['open sources', 'Base'],
    [
      'EcoWatt signal unavailable without an RTE account; estimated from the supply margins.',
      'the consumption intensity of the newest hours is estimated from commercial exchanges',
      'original data ENTSO-E.',
    ],
  ],
] as const)('the pages in open mode (%s)', (language, ofHome, ofState) => {
  test('say which data are real, which are missing, and who published them', async () => {
    const home = await textOf('/', language)
    for (const words of ofHome) expect(home).toContain(words)
    const state = await textOf('/etat', language)
    for (const words of ofState) expect(state).toContain(words)
    expect(state).not.toContain('api-couleur-tempo.fr')
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
