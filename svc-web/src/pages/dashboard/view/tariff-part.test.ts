import { describe, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { listColorDays } from '../../home/plan/color-days.ts'
import { createView } from '../texts/view.ts'
import { renderTariff } from './tariff-part.ts'

type Parts = Pick<DashboardResponse, 'tariff' | 'tariffOutlook'>

/** Two in the morning: the tariff day in force began the day before. */
const tariff: Parts['tariff'] = {
  date: '2026-01-15',
  color: 'Blanc',
  inForce: { color: 'Bleu', from: '2026-01-14T05:00:00Z', to: '2026-01-15T05:00:00Z' },
  tomorrow: null,
}
const unsure = { blue: 0.004, white: 0.1, red: 0.896 }
/** A hundred times each is a little less than a half in binary. */
const halves = { blue: 0.575, white: 0.285, red: 0.145 }
const tariffOutlook: NonNullable<Parts['tariffOutlook']> = {
  issuedAt: '2026-01-15T01:00:00Z',
  stock: { whiteLeft: 21, redLeft: 1 },
  days: [
    { date: '2026-01-14', color: 'Bleu', probabilities: { blue: 1, white: 0, red: 0 } },
    { date: '2026-01-15', color: null, probabilities: unsure },
    { date: '2026-01-16', color: null, probabilities: unsure },
    { date: '2026-01-17', color: null, probabilities: { blue: 0.998, white: 0.002, red: 0 } },
  ],
}
const nothing = { ...tariff, color: null, inForce: { ...tariff.inForce, color: null } }
const part = (of: Parts, language: 'fr' | 'en' = 'en') =>
  renderTariff(of as DashboardResponse, createView(language)).markup
const rowOf = (markup: string, date: string) => markup.match(new RegExp(`<tr data-date="${date}".*?</tr>`))?.[0] ?? ''

describe('tariff colours on the page', () => {
  test('prefer published colours to an older forecast, in the table and in plans', () => {
    const days = listColorDays({ tariff, tariffOutlook } as DashboardResponse)
    expect(days.map(({ date, color }) => [date, color])).toEqual([
      ['2026-01-14', 'Bleu'],
      ['2026-01-15', 'Blanc'],
      ['2026-01-16', null],
      ['2026-01-17', null],
    ])
    expect(days[1]?.probabilities).toEqual({ blue: 0, white: 1, red: 0 })
    expect(days[2]?.probabilities).toEqual(unsure)
  })

  test('are shown as words and numbers, with 0 or 100 % only when certain', () => {
    const markup = part({ tariff, tariffOutlook })
    expect(rowOf(markup, '2026-01-14')).toContain('<small>in force</small>')
    expect(rowOf(markup, '2026-01-15')).toContain('<b class="value">White</b>, published')
    const numbers = (date: string) => rowOf(markup, date).replaceAll(/<svg.*<\/svg>|<[^>]+>/g, ' ')
    expect(numbers('2026-01-16')).toMatch(/Fri 16 Jan +forecast +&lt;\u00a01% +10% +90%/)
    expect(numbers('2026-01-17')).toMatch(/&gt;\u00a099% +&lt;\u00a01% +0%/)
    const half = { ...tariffOutlook, days: [{ date: '2026-01-14', color: null, probabilities: halves }] }
    const shares = rowOf(part({ tariff: nothing, tariffOutlook: half }), '2026-01-14')
    expect(shares.match(/\d+%/g)).toEqual(['58%', '29%', '15%'])
  })

  test('come with the remaining days of the season and the time of the forecast', () => {
    const words = (language: 'fr' | 'en') =>
      part({ tariff, tariffOutlook }, language).replaceAll(/(?:\n|<[^>]+>)+/g, ' ')
    expect(words('en')).toContain('Red days left 1 White days left 21 Forecast computed on Thu 15 Jan, 02:00')
    expect(words('fr')).toContain(
      'Jours rouges restants 1 Jours blancs restants 21 Prévision calculée le jeu. 15 janv.',
    )
  })

  test('without a forecast are the published ones with an explanation', () => {
    const markup = part({ tariff, tariffOutlook: null })
    expect(markup).toContain('the number of days left is unknown')
    expect(rowOf(markup, '2026-01-16')).toContain('class="unknown"')
  })

  test('are one sentence without a table when none is known', () => {
    const markup = part({ tariff: nothing, tariffOutlook: null }, 'fr')
    expect(markup).toContain('Aucune couleur n’est publiée ni prévue en ce moment.')
    expect(markup).not.toContain('<table')
  })
})
