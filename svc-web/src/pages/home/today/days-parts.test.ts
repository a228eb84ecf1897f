import { describe, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { DashboardTariffOutlook } from '@hexawatt/shared/contract/dashboard/colors-and-signals'
import { addDays } from '@hexawatt/shared/time/paris-clock'
import { renderDoor } from './door-part.ts'
import { renderEcowattDays } from './ecowatt-part.ts'
import { renderTempoWeek } from './tempo-part.ts'
import { calmHours, english, french, makeDay, parisMs, signalDay, wordsOf } from './testing/made-up-day.ts'

const date = '2027-01-14'
const signals = [
  signalDay(date, 'TresTendu', 'fffffffftttttfffffvvffff'),
  signalDay('2027-01-15', 'Favorable', calmHours),
  signalDay('2027-01-16', 'Favorable', 'oooooooooooooooooooooooo'),
  signalDay('2027-01-17', 'Tendu', null),
]

type Shares = readonly [blue: number, white: number, red: number]

/** An outlook of some days: those without shares are published. */
function outlookFrom(
  first: string,
  days: readonly (Shares | 'Bleu' | 'Blanc' | 'Rouge')[],
  stock = { redLeft: 12, whiteLeft: 28 },
): DashboardTariffOutlook {
  const shares = { Bleu: [1, 0, 0], Blanc: [0, 1, 0], Rouge: [0, 0, 1] } as const
  return {
    issuedAt: `${first}T10:00:00Z`,
    stock,
    days: days.map((day, index) => {
      const [blue, white, red] = typeof day === 'string' ? shares[day] : day
      return {
        date: addDays(first, index),
        color: typeof day === 'string' ? day : null,
        probabilities: { blue, white, red },
      }
    }),
  }
}

function weekAt(
  time: string,
  tariffOutlook: DashboardTariffOutlook | null,
  day = date,
  changes: Partial<DashboardResponse> = {},
) {
  const colors = ['Bleu', tariffOutlook?.days[0]?.color ?? null, tariffOutlook?.days[1]?.color ?? null] as const
  return renderTempoWeek(
    makeDay({ date: day, colors, signals }, { tariffOutlook, ...changes }),
    parisMs(day, time),
    french,
  )
}

const winter = outlookFrom(date, [
  'Rouge',
  'Blanc',
  [0.32, 0.68, 0],
  [1, 0, 0],
  [0.08, 0.34, 0.58],
  [0.14, 0.42, 0.44],
  [0.27, 0.51, 0.22],
  [0.5, 0.5, 0],
])

describe('the Tempo week', () => {
  test('has seven days: published ones solid, the others dashed with the stacked and named probabilities', () => {
    const part = weekAt('12:00', winter)
    expect(part.markup.match(/<li>/g)).toHaveLength(7)
    expect(part.markup.match(/class="edge guessed"/g)).toHaveLength(5)
    expect(wordsOf(part)).toContain(
      'jeu. 14 Rouge publié ven. 15 Blanc publié sam. 16 Blanc 68 % , Bleu 32 % dim. 17 Bleu 100 % lun. 18 Rouge 58 %',
    )
    const heights = [
      ...(part.markup.split('<li>')[5] ?? '').matchAll(
        /class="tempo-(\w+)" y="([\d.]+)" width="90" height="([\d.]+)"/g,
      ),
    ]
    expect(heights.map(([, color, y, height]) => [color, Number(y), Number(height)])).toEqual([
      ['blue', 93.8, 8.2],
      ['white', 59.2, 34.7],
      ['red', 0, 59.2],
    ])
  })

  test('begins with the day in force, which is yesterday’s before 06:00', () => {
    expect(wordsOf(weekAt('05:59', winter))).toContain('mer. 13 Bleu publié jeu. 14 Rouge publié')
    expect(wordsOf(weekAt('06:00', winter))).not.toContain('mer. 13')
  })

  test('says what is left of the season: the colours that are not yet placed', () => {
    expect(wordsOf(weekAt('12:00', winter))).toContain('Restent 12 rouges, 28 blancs et 188 bleus d’ici au 31 août.')
    const one = outlookFrom(date, ['Bleu', 'Bleu', [1, 0, 0]], { redLeft: 1, whiteLeft: 0 })
    expect(wordsOf(weekAt('12:00', one))).toContain('Restent 1 rouge et 227 bleus d’ici au 31 août ; plus de blanc.')
    const published = makeDay({ date, colors: ['Bleu', 'Rouge', 'Blanc'], signals })
    const week = wordsOf(renderTempoWeek(published, parisMs(date, '12:00'), french))
    expect(week).toContain('jeu. 14 Rouge publié ven. 15 Blanc publié')
    expect(week).toContain('Pas de prévision : des couleurs de la saison manquent')
  })

  test('names only rules that hold for its days', () => {
    expect(wordsOf(weekAt('12:00', winter))).toContain('jamais rouge le week-end ni un jour férié.')
    const autumn = outlookFrom('2026-10-13', ['Bleu', [1, 0, 0], [1, 0, 0]])
    expect(wordsOf(weekAt('12:00', autumn, '2026-10-13'))).toContain('Pas de jour rouge avant le 1er novembre.')
    const november = outlookFrom('2026-10-30', ['Bleu', [1, 0, 0], [1, 0, 0]])
    expect(wordsOf(weekAt('12:00', november, '2026-10-30'))).not.toContain('avant le 1er novembre')
    const noneLeft = outlookFrom('2027-03-10', ['Blanc', [1, 0, 0]], { redLeft: 0, whiteLeft: 2 })
    expect(wordsOf(weekAt('12:00', noneLeft, '2027-03-10'))).toContain('Plus de jour rouge d’ici au 31 mars.')
  })

  test('names no rule and no number of days left that its own days contradict', () => {
    const none = { redLeft: 0, whiteLeft: 0 }
    const inSpring = outlookFrom('2027-04-21', ['Rouge', 'Blanc', [0.1, 0.4, 0.5]], none)
    const spring = wordsOf(weekAt('12:00', inSpring, '2027-04-21'))
    expect(spring).toContain('jamais rouge le week-end')
    expect(spring).not.toMatch(/Pas de jour rouge|Restent|plus de rouge/)
    const inWinter = outlookFrom(date, ['Bleu', 'Bleu', [0.4, 0.4, 0.2]], none)
    expect(wordsOf(weekAt('12:00', inWinter))).not.toMatch(/Plus de jour rouge|Restent|plus de rouge/)
  })

  test('ends with the season, and says so', () => {
    const part = weekAt(
      '12:00',
      outlookFrom('2027-08-29', ['Bleu', 'Bleu', [1, 0, 0]], { redLeft: 0, whiteLeft: 0 }),
      '2027-08-29',
    )
    expect(wordsOf(part)).toContain('La saison finit le 31 août')
    expect(wordsOf(part)).toContain('Reste 1 bleu d’ici au 31 août ; plus de rouge ni de blanc.')
  })

  test('writes 0 and 100 % only where the rules make a colour certain', () => {
    const almost = outlookFrom(date, ['Bleu', 'Bleu', [0.996, 0.002, 0.002]])
    expect(wordsOf(weekAt('12:00', almost))).toContain('sam. 16 Bleu &gt; 99 % , Blanc &lt; 1 %, Rouge &lt; 1 %')
  })

  test('names percentages that add up to 100', () => {
    const rounded = outlookFrom(date, ['Bleu', 'Bleu', [0.0156, 0.1875, 0.7969], [0.1656, 0.3882, 0.4462]])
    expect(wordsOf(weekAt('12:00', rounded))).toContain(
      'sam. 16 Rouge 80 % , Bleu 1 %, Blanc 19 % dim. 17 Rouge 45 % , Bleu 16 %, Blanc 39 %',
    )
  })

  test('says that nothing is known where no colour is', () => {
    const day = makeDay({ date, colors: [null, null, null], signals: [] })
    expect(wordsOf(renderTempoWeek(day, parisMs(date, '12:00'), french))).toBe(
      'La semaine Tempo Aucune couleur n’est publiée ni prévue en ce moment.',
    )
  })
})

describe('the EcoWatt days', () => {
  const at = (time: string, changes: Partial<DashboardResponse> = {}, view = french) =>
    renderEcowattDays(makeDay({ date, colors: ['Bleu', 'Bleu', 'Bleu'], signals }, changes), parisMs(date, time), view)

  test('are words with a sign, and a bar of the hours on tense days only', () => {
    const part = at('12:00')
    expect(wordsOf(part)).toBe(
      'EcoWatt, quatre jours Le signal de RTE sur la tension du réseau. Aujourd’hui Tendu de 8 h à 13 h, très tendu de 18 h à 20 h Demain Pas de tension Samedi Pas de tension Dimanche Tendu',
    )
    const bars = [...part.markup.matchAll(/class="(tense|very-tense)" x="([\d.]+)%" width="([\d.]+)%"/g)]
    expect(bars.map(([, level, x, width]) => [level, Number(x), Number(width)])).toEqual([
      ['tense', 33.33, 20.83],
      ['very-tense', 75, 8.33],
    ])
    const twice = [signalDay(date, 'Tendu', 'fffffffftttttfffffttffff')]
    expect(wordsOf(at('12:00', { signals: twice }))).toContain('Tendu de 8 h à 13 h et de 18 h à 20 h')
    expect(wordsOf(at('12:00', {}, english))).toContain('Today Tense 08:00–13:00, very tense 18:00–20:00')
  })

  test('drop the day that is over after midnight', () => {
    const part = renderEcowattDays(
      makeDay({ date, colors: [null, null, null], signals }),
      parisMs('2027-01-15', '00:10'),
      french,
    )
    expect(wordsOf(part)).toMatch(
      /^EcoWatt, trois jours .* Aujourd’hui Pas de tension Demain Pas de tension Dimanche Tendu$/,
    )
  })

  test('are unknown, and not said to be unpublished, while their source is late or calculations stopped', () => {
    const late = {
      ...({ id: 'grid_signals', lastSuccess: null, source: null, newestSlot: null, expectedNext: null } as const),
      ...{ availabilityPct: 0, confidenceWeight: 12 },
    }
    for (const change of [{ sources: [late] }, { stale: true }]) {
      expect(wordsOf(at('12:00', { signals: [], ...change }))).toBe('EcoWatt Signal EcoWatt inconnu en ce moment.')
    }
  })

  test('are said to be missing, and in open mode why and where to find them', () => {
    expect(wordsOf(at('12:00', { signals: [] }))).toBe('EcoWatt Aucun signal publié ne couvre aujourd’hui.')
    expect(wordsOf(at('12:00', { signals: [], mode: 'open' }))).toContain(
      'RTE ne donne pas ce signal en données ouvertes.',
    )
  })
})

test('the door leads to the own consumption, with and without a forecast', () => {
  const day = makeDay({ date, colors: ['Bleu', 'Bleu', 'Bleu'], signals })
  for (const dashboard of [day, { ...day, outlook: null }]) {
    expect(renderDoor(dashboard, french).markup).toContain(
      '<a class="btn second" href="consommations">Voir mes consommations</a>',
    )
  }
})
