import { describe, expect, test } from 'bun:test'
import { sampleDashboard, toPlainText } from '../testing/sample-dashboard.ts'
import { createView } from '../texts/view.ts'
import { composeHeadline, renderHeadline } from './headline-part.ts'
import { renderSources } from './sources-part.ts'

const views = { fr: createView('fr'), en: createView('en') }
const say = (dashboard: ReturnType<typeof sampleDashboard> | null, language: 'fr' | 'en' = 'fr') => {
  const { sign, title, lead } = composeHeadline(dashboard, views[language])
  return [sign.name, toPlainText(title), toPlainText(lead)]
}
const late = { availabilityPct: 60, newestSlot: '2026-02-03T14:00:00Z' }
const missing = { availabilityPct: 0 }
const rowOf = (dashboard: ReturnType<typeof sampleDashboard>): string =>
  /<tr [^>]*data-source="physical_flows".*?<\/tr>/s.exec(renderSources(dashboard, views.fr).markup)?.[0] ?? ''

describe('the headline of the state', () => {
  test('says that all is well only while every source is on time', () => {
    expect(say(sampleDashboard())).toEqual([
      'well',
      'Tout fonctionne',
      'Toutes les sources sont à l’heure. La confiance dans la note de cette heure est de 100 %.',
    ])
    expect(say(sampleDashboard(), 'en')[1]).toBe('All is well')
  })

  test('names a late source, until when its data reach, and what that means', () => {
    expect(say(sampleDashboard({}, { physical_flows: late }))).toEqual([
      'late',
      'Une source en retard',
      'Flux aux frontières : données jusqu’à 15 h. La confiance dans la note est de 100 %. Tout le reste est à l’heure.',
    ])
    expect(say(sampleDashboard({}, { tariff_calendar: missing }))).toEqual([
      'gone',
      'Une source manque',
      'Calendrier Tempo : données trop anciennes, jusqu’à 18 h. La confiance dans la note n’en dépend pas. Tout le reste est à l’heure.',
    ])
  })

  test('names the two sources with the most weight and counts the others, without claiming that the rest is on time', () => {
    const sources = { physical_flows: late, power_exchanges: missing, consumption: late, imbalance: missing }
    const [, title, lead] = say(sampleDashboard({}, sources), 'en')
    expect(title).toBe('4 sources are late or missing')
    expect(lead).toStartWith(
      'Day-ahead market price: data too old, until 18:00. Consumption and its forecast: data until 15:00. 2 more sources are concerned.',
    )
    expect(lead).not.toContain('on time')
  })

  test('says the same of a missing source as its row: no data, or until when its last data reach', () => {
    const never = sampleDashboard({}, { physical_flows: { ...missing, newestSlot: null } })
    expect(say(never)[2]).toStartWith('Flux aux frontières : aucune donnée utilisable.')
    expect(rowOf(never)).toContain('données absentes')
    const stopped = sampleDashboard({}, { physical_flows: missing })
    expect(say(stopped)[2]).toStartWith('Flux aux frontières : données trop anciennes, jusqu’à 18 h.')
    expect(rowOf(stopped)).toContain('données trop anciennes')
  })

  test('in open mode does not count as late what no open source has', () => {
    const absent = { source: null, ...missing, newestSlot: null }
    const sources = { grid_signals: absent, imbalance: absent, generation_by_type: { source: null, newestSlot: null } }
    const dashboard = sampleDashboard({ mode: 'open' }, sources)
    expect(say(dashboard)[1]).toBe('Tout fonctionne')
    expect(say(dashboard)[2]).toContain('Sans compte RTE, certaines données n’existent pas')
    const facts = toPlainText(renderHeadline(dashboard, null, views.fr).markup)
    expect(facts).toContain('sources à l’heure, 2 non publiées sans compte RTE 11 sur 11')
  })

  test('says first that the data are old, then that there is no score, then that there is no forecast', () => {
    const nothing = { score: null, hours: [] }
    expect(say(sampleDashboard({ stale: true, ...nothing }))[1]).toBe('Données arrêtées à 19 h 20')
    const facts = toPlainText(renderHeadline(sampleDashboard({ stale: true }), null, views.fr).markup)
    expect(facts).toContain('sources à l’heure lors de ce calcul 13 sur 13')
    expect(say(sampleDashboard(nothing))[1]).toBe('Pas de note fiable')
    expect(say(sampleDashboard({ hours: [] }, { physical_flows: missing }))).toEqual([
      'late',
      'Pas de prévision',
      expect.stringContaining('Flux aux frontières : données trop anciennes, jusqu’à 18 h.'),
    ])
    expect(say(null).slice(0, 2)).toEqual(['stopped', 'Pas encore de données'])
  })

  test('an unknown figure is a dash, never 0', () => {
    const facts = renderHeadline(sampleDashboard({ score: null }), null, views.fr).markup
    expect(facts.match(/<dd>–<\/dd>/g)).toHaveLength(2)
    expect(toPlainText(facts)).toContain('économie de CO₂ obtenue, pas encore mesurée –')
  })
})
