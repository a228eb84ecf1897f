import { expect, test } from 'bun:test'
import { type Incident, incidentStates, incidentSubjects } from '@hexawatt/shared/contract/status'
import { computedAt, toPlainText } from '../testing/sample-dashboard.ts'
import { createView } from '../texts/view.ts'
import { describeIncident, renderIncidents } from './incidents-part.ts'

const views = { fr: createView('fr'), en: createView('en') }
const incident: Incident = {
  ...({ subject: 'physical_flows', state: 'late', occurrences: 1 } as const),
  ...{ startedAt: '2026-02-03T16:30:00Z', endedAt: null },
}
const say = (others: Partial<Incident>, language: 'fr' | 'en' = 'fr') =>
  toPlainText(describeIncident({ ...incident, ...others }, views[language]))

test('an incident says what failed, for how long, how often, and what it meant', () => {
  expect(say({})).toBe('Flux aux frontières : en retard, toujours en cours. La confiance dans la note en est réduite.')
  expect(say({ endedAt: '2026-02-03T16:31:00Z', state: 'missing', occurrences: 3 })).toBe(
    'Flux aux frontières : données absentes pendant 1 minute, en 3 fois. La confiance dans la note en a été réduite.',
  )
  expect(say({ subject: 'tariff_calendar', endedAt: '2026-02-03T19:35:00Z' })).toBe(
    'Calendrier Tempo : en retard pendant 3 h 05.',
  )
  expect(say({ subject: 'service', state: 'interrupted', endedAt: '2026-02-06T16:30:00Z' })).toBe(
    'Calculs interrompus pendant 3 jours. Le site a montré les derniers chiffres connus.',
  )
  expect(say({ subject: 'forecast', state: 'missing', endedAt: '2026-02-03T18:30:00Z' }, 'en')).toBe(
    'No forecast for 2 h. No hour was recommended.',
  )
})

test('every subject in every state has a sentence in both languages', () => {
  for (const language of ['fr', 'en'] as const) {
    const sentences = incidentSubjects.flatMap((subject) =>
      incidentStates.map((state) => say({ subject, state }, language)),
    )
    expect(sentences.filter((sentence) => /undefined|null/.test(sentence))).toEqual([])
  }
})

test('an unknown log is not an empty one', () => {
  const render = (incidents: Incident[] | null) =>
    toPlainText(renderIncidents({ incidents, generatedAt: computedAt, heatMap: [] }, views.fr).markup)
  expect(render(null)).toBe('Le journal n’est pas connu en ce moment.')
  expect(render([])).toEndWith('Rien à signaler.')
  expect(render([incident])).toContain('aujourd’hui, 17 h 30 Flux')
  expect(render([{ ...incident, startedAt: '2026-01-20T09:00:00Z' }])).toContain('mar. 20 janv., 10 h Flux')
})

test('an empty log does not deny the hours without a score that the weeks show; hours to come are none of them', () => {
  const firstHour = '2026-02-02T23:00:00Z'
  const scores = Array.from({ length: 24 }, (_, hour) => (hour === 2 || hour === 4 || hour > 16 ? null : 50))
  const render = (language: 'fr' | 'en') =>
    toPlainText(
      renderIncidents(
        { incidents: [], generatedAt: '2026-02-03T16:30:00Z', heatMap: [{ date: '2026-02-03', firstHour, scores }] },
        views[language],
      ).markup,
    )
  expect(render('fr')).toEndWith(
    'Aucun retard ni interruption enregistré ; 2 heures sans note dans les six semaines ci-dessus.',
  )
  expect(render('en')).not.toContain('Nothing to report')
})
