import { describe, expect, test } from 'bun:test'
import { composeAccuracyBody, type PeriodSums } from '@hexawatt/shared/answers/accuracy-body'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { createView } from '../texts/view.ts'
import { renderAccuracy } from './accuracy-part.ts'

const sums = (
  forecaster: PeriodSums['forecaster'],
  lastLeadHours: number,
  capturedSavingSum: number,
  samples = 700,
): PeriodSums => ({
  ...{ days: 30, quantity: 'carbon', lastLeadHours, forecaster, samples, capturedSavingSum, possibleSavingSum: 100 },
  ...{ absoluteErrorSum: 0, errorSum: 0, bandedSamples: 0, coveredSamples: 0 },
})

function part(
  rows: readonly PeriodSums[],
  language: 'fr' | 'en',
  measuredSince: string | null = '2026-01-15T08:00:00Z',
) {
  const head = { computedAt: null, measuredSince: measuredSince === null ? null : Temporal.Instant.from(measuredSince) }
  const body = composeAccuracyBody({ ...head, methodologyVersion: 2 }, rows)
  const figures = body.figures.filter(({ quantity, days }) => quantity === 'carbon' && days === 30)
  const accuracy = { measuredSince: body.measuredSince, figures }
  return renderAccuracy({ accuracy } as DashboardResponse, createView(language)).markup
}

const all = [6, 24, 48].flatMap((lead) => [sums('hexawatt', lead, 70.4), sums('yesterday', lead, 42)])

describe('the forecast accuracy part', () => {
  test('is one sentence and a chart with its values as text, in both languages', () => {
    const french = part(all, 'fr')
    expect(french).toContain(
      'a permis 70\u00a0% de l’économie de CO₂ possible, et suivre les heures de la veille 42\u00a0% (7–24\u00a0h).',
    )
    expect(french.match(/<rect /g)).toHaveLength(6)
    const english = part(all, 'en')
    expect(english).toContain(
      'achieved 70% of the possible CO₂ saving, and repeating the hours of the day before 42% (7–24\u00a0h).',
    )
    expect(english).toContain(
      'role="img" aria-label="Share of the possible CO₂ saving, by lead time: 1–6\u00a0h: forecast 70%, hours of the day before 42%; ',
    )
  })

  test('omits a lead class with too few samples, and draws no bar below zero', () => {
    const markup = part([sums('hexawatt', 48, -5), sums('yesterday', 48, 20), sums('hexawatt', 6, 50, 199)], 'en')
    expect(markup.match(/<rect /g)).toHaveLength(2)
    expect(markup).toContain('class="forecast" x="70" y="2" width="0.0"')
    expect(markup).toContain('achieved −5%')
    expect(markup).not.toContain('1–6')
  })

  test('says since when accuracy is measured while there are no figures, or that it is not measured yet', () => {
    expect(part([], 'en')).toContain('Measured since Thu 15 Jan, 09:00.')
    expect(part([], 'fr', null)).toContain('n’est pas encore mesurée')
  })
})
