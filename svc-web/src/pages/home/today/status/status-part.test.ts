import { describe, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { TariffKind } from '../../../../kit/contract-choice.ts'
import { calmHours, english, french, makeDay, parisMs, pricesOf, signalDay, wordsOf } from '../testing/made-up-day.ts'
import { renderStatus } from './status-part.ts'

const date = '2027-01-14'
const next = '2027-01-15'
const calm = [signalDay(date, 'Favorable', calmHours), signalDay(next, 'Favorable', calmHours)]
const tense = 'fffffffftttttffffftttfff'
const veryTense = 'fffffffftttttfffffvvtfff'
const blue = ['Bleu', 'Bleu', 'Bleu'] as const

function statusAt(time: string, dashboard: DashboardResponse, tariff: TariffKind = 'tempo', view = french) {
  const [day = date, clock = time] = time.includes(' ') ? time.split(' ') : [date, time]
  const nowMs = parisMs(day, clock)
  const part = renderStatus(dashboard, pricesOf(dashboard, tariff, nowMs), nowMs, view)
  return { words: wordsOf(part), markup: part.markup, kind: /class="([^"]+)"/.exec(part.markup)?.[1] }
}
const withSignal = (
  status: 'Tendu' | 'TresTendu',
  hours: string | null,
  colors: Parameters<typeof makeDay>[0]['colors'] = blue,
) => makeDay({ date, colors, signals: [signalDay(date, status, hours), ...calm.slice(1)] })

describe('a calm day', () => {
  test('is one quiet line', () => {
    const day = makeDay({ date, colors: blue, signals: calm })
    expect(statusAt('12:00', day)).toMatchObject({
      kind: 'calm',
      words: 'Journée calme. EcoWatt sans tension et Tempo bleu, aujourd’hui et demain.',
    })
    expect(statusAt('12:00', day, 'base', english).words).toBe(
      'Calm day. No EcoWatt alert and Tempo blue, today and tomorrow.',
    )
  })

  test('is not called calm under a white colour, without tomorrow’s signal it speaks of today', () => {
    expect(statusAt('12:00', makeDay({ date, colors: ['Bleu', 'Blanc', 'Bleu'], signals: calm })).words).toBe(
      'EcoWatt sans tension, Tempo blanc aujourd’hui et bleu demain.',
    )
    expect(statusAt('12:00', makeDay({ date, colors: ['Bleu', 'Bleu', null], signals: calm })).words).toBe(
      'Journée calme. EcoWatt sans tension, Tempo bleu aujourd’hui ; demain n’est pas encore publié.',
    )
  })

  test('is never claimed while something that it rests on is missing, which is named', () => {
    const late = { ...sourceOf('grid_signals'), availabilityPct: 0, confidenceWeight: 12 }
    const unknown: [Partial<DashboardResponse>, string][] = [
      [{ signals: [] }, 'Tempo bleu aujourd’hui et demain. EcoWatt n’a pas publié de signal pour aujourd’hui.'],
      [
        { signals: [], mode: 'open' },
        'Tempo bleu aujourd’hui et demain. EcoWatt n’est pas publié en données ouvertes.',
      ],
      [
        { signals: [], sources: [late] },
        'Tempo bleu aujourd’hui et demain. Signal EcoWatt inconnu en ce moment. En retard : EcoWatt, état du service.',
      ],
      [{ sources: [late] }, 'En retard : EcoWatt, état du service.'],
      [{ outlook: null }, 'Prévision interrompue : état du service.'],
      [{ tariff: makeDay({ date, colors: [null, null, null], signals: [] }).tariff }, 'Couleur Tempo du jour inconnue'],
    ]
    for (const [change, words] of unknown) {
      const status = statusAt('12:00', makeDay({ date, colors: blue, signals: calm }, change))
      expect(status.words.toLowerCase()).toContain(words.toLowerCase().replace(/\.$/, ''))
      expect(status.words).not.toContain('calme')
    }
  })

  test('names two late sources and counts the others', () => {
    const late = (['consumption', 'power_exchanges', 'imbalance', 'physical_flows'] as const).map((id, index) => ({
      ...sourceOf(id),
      ...{ availabilityPct: 50, confidenceWeight: 20 - index },
    }))
    const words = (sources: typeof late) =>
      statusAt('12:00', makeDay({ date, colors: blue, signals: calm }, { sources })).words
    expect(words(late)).toContain('En retard : consommation, prix de marché et 2 autres sources, état du service.')
    expect(words(late.slice(0, 3))).toContain('consommation, prix de marché et 1 autre source,')
    expect(words(late.slice(0, 2))).toContain('En retard : consommation et prix de marché, état du service.')
  })
})

describe('tense hours', () => {
  test('very tense ones are a red band with the hours, the danger of cuts and what to do', () => {
    const day = withSignal('TresTendu', veryTense)
    expect(statusAt('12:00', day)).toMatchObject({ kind: 'band one' })
    expect(statusAt('14:00', day).words).toBe(
      'EcoWatt : très tendu de 18 h à 20 h, coupures possibles Entre 18 h et 21 h, n’allumez que l’indispensable : décalez vos appareils. Que faire ?',
    )
    expect(statusAt('18:30', day).words).toContain('très tendu jusqu’à 20 h, coupures possibles')
    expect(statusAt('18:30', day).words).toContain('Avant 21 h, n’allumez que l’indispensable et baissez le chauffage')
  })

  test('tense ones are an amber band, in which cuts are never mentioned', () => {
    const { kind, words } = statusAt('07:00', withSignal('Tendu', tense))
    expect(kind).toBe('band warn one')
    expect(words).toBe(
      'EcoWatt : tendu de 8 h à 13 h et de 18 h à 21 h Évitez de lancer vos appareils à ces heures. Que faire ?',
    )
    expect(statusAt('19:00', withSignal('Tendu', tense)).words).toContain(
      'tendu jusqu’à 21 h Lancez vos appareils après 21 h.',
    )
    for (const hours of [tense, null, '------------------tt----']) {
      expect(statusAt('12:00', withSignal('Tendu', hours)).words).not.toContain('coupures')
    }
  })

  test('that are over are no longer announced; without hours the whole day is', () => {
    expect(statusAt('21:00', withSignal('TresTendu', veryTense)).kind).toBe('calm')
    expect(statusAt('21:00', withSignal('TresTendu', null)).words).toContain('EcoWatt : très tendu aujourd’hui')
    expect(statusAt('21:00', withSignal('Tendu', '--------ttttt-----------')).words).toContain('tendu aujourd’hui')
  })

  test('of tomorrow are amber and named as tomorrow’s, also across midnight', () => {
    const signals = [calm[0] ?? calmDay(), signalDay(next, 'TresTendu', veryTense)]
    const day = makeDay({ date, colors: blue, signals })
    expect(statusAt('23:59', day)).toMatchObject({ kind: 'band warn one' })
    expect(statusAt('23:59', day).words).toContain('EcoWatt : très tendu demain de 18 h à 20 h, coupures possibles')
    expect(statusAt(`${next} 00:00`, day)).toMatchObject({ kind: 'band one' })
    expect(statusAt(`${next} 00:00`, day).words).toContain('EcoWatt : très tendu de 18 h à 20 h')
  })

  test('that cross midnight are one span', () => {
    const signals = [
      signalDay(date, 'Tendu', 'fffffffffffffffffffffftt'),
      signalDay(next, 'Tendu', 'ttffffffffffffffffffffff'),
    ]
    const day = makeDay({ date, colors: blue, signals })
    expect(statusAt('12:00', day).words).toContain('EcoWatt : tendu de 22 h à 2 h')
    expect(statusAt('23:00', day).words).toContain('EcoWatt : tendu jusqu’à 2 h')
    const only = makeDay({ date, colors: blue, signals: signals.slice(0, 1) })
    expect(statusAt('12:00', only).words).toContain('tendu de 22 h à minuit')
  })

  test('have their clock times on the days of the clock changes', () => {
    const spring = '2027-03-28'
    const autumn = '2027-10-31'
    const words = (day: string, hours: string) =>
      statusAt(`${day} 12:00`, makeDay({ date: day, colors: blue, signals: [signalDay(day, 'Tendu', hours)] })).words
    expect(words(spring, `${'f'.repeat(17)}tt${'f'.repeat(4)}`)).toContain('tendu de 18 h à 20 h')
    expect(words(autumn, `${'f'.repeat(19)}tt${'f'.repeat(4)}`)).toContain('tendu de 18 h à 20 h')
  })
})

describe('a red Tempo day', () => {
  const red = makeDay({ date, colors: ['Bleu', 'Rouge', 'Blanc'], signals: calm })

  test('is a red band from 06:00 to 06:00, with its prices and the next colour', () => {
    expect(statusAt('17:40', red)).toMatchObject({ kind: 'band one' })
    expect(statusAt('17:40', red).words).toMatch(
      /^Tempo : jour rouge jusqu’à demain 6 h \d\d ct par kWh jusqu’à 22 h, puis \d\d ct\. Demain est un jour blanc\./,
    )
    expect(statusAt('22:30', red).words).toMatch(/rouge jusqu’à demain 6 h \d\d ct par kWh jusqu’à 6 h\./)
    const night = makeDay({ date: next, colors: ['Rouge', 'Blanc', 'Bleu'], signals: calm.slice(1) })
    expect(statusAt(`${next} 05:59`, night).words).toMatch(
      /^Tempo : jour rouge jusqu’à 6 h \d\d ct par kWh jusqu’à 6 h\. Ensuite, jour blanc\./,
    )
    expect(statusAt(`${next} 06:00`, night).kind).toBe('calm')
  })

  test('of tomorrow is amber; before 06:00 it begins the same morning', () => {
    const before = makeDay({ date, colors: ['Bleu', 'Bleu', 'Rouge'], signals: calm })
    expect(statusAt('12:00', before)).toMatchObject({ kind: 'band warn one' })
    expect(statusAt('12:00', before).words).toMatch(/^Tempo : jour rouge demain dès 6 h \d\d ct par kWh de 6 h à 22 h/)
    expect(statusAt('05:00', red).words).toMatch(/^Tempo : jour rouge dès 6 h/)
  })

  test('changes nothing for other contracts, and says so', () => {
    expect(statusAt('12:00', red, 'base').words).toContain('Contrats Tempo : ')
    expect(statusAt('12:00', red, 'base').words).toContain('Votre prix en Base ne change pas.')
    expect(statusAt('12:00', red, 'spot').words).toContain('Votre prix dynamique suit le marché')
  })
})

describe('several facts', () => {
  test('the worst two are shown, the worst first, in the colour of the worst', () => {
    const day = { ...withSignal('TresTendu', veryTense, ['Bleu', 'Rouge', 'Rouge']), stale: true }
    const both = statusAt('12:00', day)
    expect(both.kind).toBe('band')
    expect(both.words.indexOf('EcoWatt')).toBeLessThan(both.words.indexOf('jour rouge'))
    expect(both.words).not.toContain('Données arrêtées')
    const amber = statusAt('12:00', { ...withSignal('Tendu', tense), stale: true })
    expect(amber).toMatchObject({ kind: 'band warn' })
    expect(amber.words.indexOf('Données arrêtées')).toBeLessThan(amber.words.indexOf('EcoWatt'))
  })

  test('a band does not hide that a source is late or the forecast is missing', () => {
    const late = { ...sourceOf('consumption'), availabilityPct: 0 }
    const day = { ...withSignal('TresTendu', veryTense), sources: [late] }
    expect(statusAt('12:00', day).words).toMatch(/Que faire \? En retard : consommation, état du service\.$/)
    expect(statusAt('12:00', { ...day, sources: [], outlook: null }).words).toMatch(
      /Prévision interrompue : état du service\.$/,
    )
    expect(statusAt('12:00', { ...day, stale: true }).words).not.toContain('En retard')
  })

  test('stopped data say since when, with the day unless it is known to be today', () => {
    const day = { ...makeDay({ date, colors: blue, signals: calm }), stale: true }
    expect(statusAt('16:20', day)).toMatchObject({ kind: 'band warn one' })
    expect(statusAt('16:20', day).words).toContain('Données arrêtées à 12 h Ce conseil date du dernier calcul connu.')
    expect(statusAt('12:00', day).words).toContain('Données arrêtées jeu. 14 janv. à 12 h')
    expect(statusAt(`${next} 01:00`, day).words).toContain('Données arrêtées jeu. 14 janv. à 12 h')
  })
})

const calmDay = () => signalDay(date, 'Favorable', calmHours)

function sourceOf(id: DashboardResponse['sources'][number]['id']): DashboardResponse['sources'][number] {
  return {
    ...{ id, lastSuccess: '2027-01-14T10:00:00Z', source: null, newestSlot: null, expectedNext: null },
    ...{ availabilityPct: 100, confidenceWeight: 10 },
  }
}
