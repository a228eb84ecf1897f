import { describe, expect, test } from 'bun:test'
import { EnergyScore, ScoreForecast } from '@hexawatt/shared/contract/score'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import * as v from 'valibot'
import { expectedAnswers } from './independent/answers.ts'
import { chooseInstants, chooseShippedInstants } from './instants.ts'
import { listSituations } from './open-situations.ts'
import { productAnswers, productSnapshots } from './product-answers.ts'
import { type Recording, readRecording, readShippedRecording } from './recording.ts'
import type { Situation } from './situation.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the score against an independent calculation on two recorded years')

type Vector = { situation: Situation; expected: ReturnType<typeof expectedAnswers> }

/** Compares whole bodies, rule by rule, and returns the compared texts. */
function compareAll(recording: Recording, situations: readonly Situation[]): Vector[] {
  const vectors: Vector[] = []
  for (const [rule, ofRule] of Map.groupBy(situations, (situation) => situation.rule)) {
    test(`${ofRule.length} instants equal the independent calculation by the rule: ${rule}`, () => {
      for (const situation of ofRule) {
        const expected = expectedAnswers(recording, situation)
        const actual = productAnswers(productSnapshots(recording, situation), situation)
        expect<unknown>({ at: situation.now, ...actual }).toStrictEqual({ at: situation.now, ...expected })
        vectors.push({ situation, expected })
      }
    })
  }
  return vectors
}

const shipped = await readShippedRecording()
const shippedSituations = listSituations(chooseShippedInstants(shipped))

describe('in the shipped weeks score and 48-hour forecast are those of the independent calculation, whole bodies', () => {
  const vectors = compareAll(shipped, shippedSituations)

  test('at least 140 instants are compared, in winter, spring and summer, on both sides of the clock change', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(140)
    expect([...new Set(shippedSituations.map(({ now }) => now.slice(0, 7)))].sort()).toEqual([
      '2024-12',
      '2025-01',
      '2025-03',
      '2025-04',
      '2025-07',
    ])
  })

  expectEverything(vectors)
})

const empty: Recording = { generation: new Map(), forecasts: new Map(), prices: new Map() }
const recording = folder === null ? empty : await readRecording(folder)
const situations = listSituations(chooseInstants(recording))

describe.skipIf(folder === null)(
  'in two recorded years score and forecast are those of the independent calculation',
  () => {
    const vectors = compareAll(recording, situations)

    test('at least 300 instants are compared, in every season, on both sides of every clock change, on days off', () => {
      expect(vectors.length).toBeGreaterThanOrEqual(300)
      const months = new Set(situations.map(({ now }) => now.slice(0, 7)))
      expect(months.size).toBeGreaterThanOrEqual(23)
      for (const change of ['2023-03-26T01', '2023-10-29T01', '2024-03-31T01', '2024-10-27T01']) {
        const hours = situations.filter(
          ({ now }) => Math.abs(Date.parse(now) - Date.parse(`${change}:00:00Z`)) < 7 * 3_600_000,
        )
        expect(hours.length).toBeGreaterThanOrEqual(13)
      }
    })

    expectEverything(vectors)
  },
)

/** That the compared vectors reach everything that is to be proven. */
function expectEverything(vectors: readonly Vector[]): void {
  test('every expected body follows the contract', () => {
    for (const { expected } of vectors) {
      v.parse(EnergyScore, expected.score)
      v.parse(ScoreForecast, expected.forecast)
    }
  })

  test('every source of every dimension, every level, status and signal occurs', () => {
    const details = vectors.flatMap(({ expected }) => expected.score.subScores.map(({ detail }) => detail ?? ''))
    for (const beginning of sentenceBeginnings) {
      expect({ beginning, occurs: details.some((detail) => detail.startsWith(beginning)) }).toEqual({
        beginning,
        occurs: true,
      })
    }
    const values = (field: 'level' | 'status' | 'gridSignalStatus' | 'profileApplied') =>
      [...new Set(vectors.map(({ expected }) => String(expected.score[field])))].sort()
    expect(values('level')).toEqual(['Acceptable', 'Optimal', 'Unfavorable'])
    expect(values('status')).toEqual(['degraded', 'insufficient', 'ok'])
    expect(values('gridSignalStatus')).toEqual(['Favorable', 'Optimal', 'Tendu', 'TresTendu', 'null'])
    expect(values('profileApplied')).toEqual(['balanced', 'carbon', 'custom', 'grid', 'national', 'null', 'price'])
    expect(details.filter((detail) => detail.includes('manque d’énergie')).length).toBeGreaterThan(10)
    expect(details.filter((detail) => detail.includes('négatif')).length).toBeGreaterThan(10)
  })

  test('estimates occur that are left out and that count, at exactly half of the weight, below it, and with all weight on one of them', () => {
    const marks = (weights: string, mark: string) =>
      vectors.filter(
        ({ situation, expected }) =>
          String(situation.weighting) === weights &&
          situation.isOpen &&
          expected.score.subScores.every(
            ({ dimension, detail }) => /price|carbon/.test(dimension) || detail.endsWith(mark),
          ),
      ).length
    const [leftOut, counted] = ['(estimation, non comptée dans le score).', '(estimation).']
    for (const weights of ['null', 'balanced', '0.1,0.4,0.3,0.2']) expect(marks(weights, leftOut)).toBeGreaterThan(0)
    for (const weights of ['grid', '0.1,0.399,0.301,0.2', '0,0,1,0']) expect(marks(weights, counted)).toBeGreaterThan(0)
    const isAllKnown = ({ expected }: Vector) =>
      expected.score.subScores.every(({ detail }) => !detail.includes('(estimation'))
    expect(vectors.filter(isAllKnown).length).toBeGreaterThan(10)
    const halves = vectors.filter(
      ({ expected }) => JSON.stringify(Object.values(expected.score.weightsApplied)) === '[0.5,0.5,0,0]',
    )
    expect(halves.length).toBeGreaterThan(0)
    const withoutWeakPoint = vectors.filter(
      ({ expected }) => /sur 100\)\u00a0:/.test(expected.score.recommendation) && expected.score.globalScore < 70,
    )
    expect(withoutWeakPoint.length).toBeGreaterThan(0)
    const netOfWindAndSun = vectors.filter(({ expected }) =>
      expected.score.subScores.some(({ detail }) => detail.includes('éolien et solaire déduits')),
    )
    expect(netOfWindAndSun.length).toBeGreaterThan(10)
  })

  test('hours ahead occur with prices and estimates, with intensities and without', () => {
    const hours = vectors.flatMap(({ expected }) => expected.forecast.hours)
    for (const field of ['spotPriceEurPerMWh', 'carbonIntensityGco2Kwh'] as const) {
      expect(hours.filter((hour) => hour[field] === null).length).toBeGreaterThan(1_000)
      expect(hours.filter((hour) => hour[field] !== null).length).toBeGreaterThan(1_000)
    }
  })
}

const sentenceBeginnings = [
  'Le prix de marché est bas',
  'Le prix de marché est moyen',
  'Le prix de marché est élevé',
  'Le prix de marché est négatif',
  'Le prix de cette heure n’est pas connu\u00a0: il est estimé',
  'Le prix de cette heure n’est pas connu\u00a0: on retient 58,5',
  'La production d’électricité émet peu',
  'La production d’électricité émet un peu plus',
  'La production d’électricité émet nettement plus',
  'Les émissions de cette heure ne sont pas connues\u00a0: on retient 22,5',
  'Les émissions de cette heure ne sont pas connues',
  'L’électricité est abondante',
  'Le réseau n’est pas tendu',
  'Le réseau est tendu',
  'Le réseau est très tendu',
  'Le signal du réseau n’est pas disponible',
  'Les moyens de production disponibles dépassent',
  'Les moyens de production disponibles sont inférieurs',
  'Les marges de production ne peuvent pas être calculées',
  'La consommation attendue n’est pas connue',
]
