import { describe, expect, test } from 'bun:test'
import { sampleDashboard, sampleSource, toPlainText } from '../testing/sample-dashboard.ts'
import { createView } from '../texts/view.ts'
import { renderSources } from './sources-part.ts'

const views = { fr: createView('fr'), en: createView('en') }

/** The row of a source as text. */
function row(dashboard: ReturnType<typeof sampleDashboard>, id: string, language: 'fr' | 'en' = 'fr'): string {
  const { markup } = renderSources(dashboard, views[language])
  return toPlainText(new RegExp(`<tr[^>]*data-source="${id}">(.*?)</tr>`, 's').exec(markup)?.[1] ?? '')
}

describe('the table of the sources', () => {
  test('a source on time has its publisher, the ends of its data, the next publication, the licence and its weight', () => {
    expect(row(sampleDashboard(), 'physical_flows')).toBe(
      'Flux aux frontières RTE oui jusqu’à 18 h prochaines 19 h 30 conditions de RTE poids 6 %',
    )
    expect(row(sampleDashboard(), 'physical_flows', 'en')).toBe(
      'Flows at the borders RTE yes until 18:00 next 19:30 terms of RTE weight 6%',
    )
  })

  test('a late source says for how much it counts, and which publication it missed', () => {
    const overdue = { availabilityPct: 60, expectedNext: '2026-02-03T16:30:00Z' }
    expect(row(sampleDashboard({}, { physical_flows: overdue }), 'physical_flows')).toContain(
      'en retard , compte pour 60 % jusqu’à 18 h prochaines 17 h 30, manquées',
    )
  })

  test('midnight ends the day before, and another day is named', () => {
    const days = { newestSlot: '2026-02-03T23:00:00Z', expectedNext: '2026-02-04T12:30:00Z' }
    expect(row(sampleDashboard({}, { power_exchanges: days }), 'power_exchanges')).toContain(
      'jusqu’à 24 h prochaines mer. 4 févr., 13 h 30',
    )
  })

  test('a source that no open publisher has is no late source, and old values of it are not shown', () => {
    const absent = { source: 'odre', availabilityPct: 0 } as const
    expect(row(sampleDashboard({ mode: 'open' }, { grid_signals: absent }), 'grid_signals')).toContain(
      'pas de données sans compte RTE jusqu’à – prochaines –',
    )
  })

  test('a reference and a licence that is not stated are said as such', () => {
    const reference = {
      ...sampleSource('imbalance'),
      ...({ id: 'country_intensities', source: 'ember', availabilityPct: null, confidenceWeight: null } as const),
      ...{ newestSlot: null, expectedNext: null, lastSuccess: null },
    }
    expect(row(sampleDashboard({ sources: [reference] }), 'country_intensities')).toBe(
      'Intensités des pays voisins Ember référence jusqu’à – prochaines – CC BY 4.0 poids –',
    )
    const open = sampleDashboard({ mode: 'open' }, { tariff_calendar: { source: 'rte-services' } })
    expect(row(open, 'tariff_calendar')).toContain('sans licence indiquée')
  })
})

describe('around the table', () => {
  const history = { knownDays: 31, wantedDays: 365, state: 'loading', forecastReady: false } as const

  test('the fill of the history is said in numbers and as a bar while it is loading', () => {
    const markup = renderSources(sampleDashboard({ history }), views.fr).markup
    expect(toPlainText(markup)).toContain('Historique en cours de chargement : 31 jours sur 365.')
    expect(markup).toContain('<progress value="31" max="365"')
    const first = renderSources(sampleDashboard({ history: { ...history, knownDays: 1 } }), views.fr).markup
    expect(toPlainText(first)).toContain('1 jour sur 365')
    const complete = renderSources(sampleDashboard({ history: { ...history, state: 'complete' } }), views.en).markup
    expect(complete).not.toContain('<progress')
  })

  test('open mode says what its sources lack, and every real mode whose data it shows', () => {
    const open = renderSources(
      sampleDashboard({ mode: 'open' }, { grid_signals: { source: null, availabilityPct: 0 } }),
      views.fr,
    )
    expect(toPlainText(open.markup)).toContain('EcoWatt – Signal EcoWatt indisponible sans compte RTE')
    expect(toPlainText(open.markup)).toContain('Source : RTE.')
    expect(renderSources(sampleDashboard({ mode: 'demo' }), views.fr).markup).not.toContain('attributions')
  })
})
