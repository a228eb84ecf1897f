import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { nationalWeights, profiles } from '@hexawatt/shared/contract/profiles'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import {
  computeComposite,
  findWorstDimension,
  toGlobalScore,
  toScoreLevel,
} from '@hexawatt/shared/methodology/score/composite'
import { allKnown } from '@hexawatt/shared/methodology/score/known-dimensions'
import { scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import {
  carbonAnchors,
  consumptionAnchors,
  marginAnchors,
  priceAnchors,
  residualLoadAnchors,
  signalScores,
} from '@hexawatt/shared/methodology/score/sub-scores/scales'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { toSubScoreValues } from '@hexawatt/shared/methodology/score/sub-scores/sub-scores'

const documented = await Bun.file(join(import.meta.dir, '../docs/methodology/score.md')).text()

/** Lines of the worked example: name, calculation, result. */
const lines = [
  ...documented.matchAll(/^ {4}(price|carbon|grid|margin|adequacy|composite|confidence) +(.+) = ([\d.]+)$/gm),
]
const example = new Map(lines.map(([, name = '', calculation = '', result = '']) => [name, { calculation, result }]))
const resultOf = (name: string): number => Number(example.get(name)?.result)

/** Evaluates a line like a pocket calculator: numbers, + − · / and brackets, and nothing else. */
function calculate(calculation: string): number {
  const expression = calculation.replaceAll('−', '-').replaceAll('·', '*')
  if (!/^[\d\s.()+*/-]+$/.test(expression)) throw new Error(`not a calculation: ${calculation}`)
  return Number(new Function(`return ${expression}`)())
}

const now = Temporal.Instant.from('2026-02-03T18:20:00Z')
const hour = Temporal.Instant.from('2026-02-03T18:00:00Z').epochMilliseconds

/** The example's inputs as the product gets them. */
const inputs: ScoreInputs = {
  priceEurPerMwh: new Map([[hour, 42]]),
  realised: {
    endMs: now.epochMilliseconds - 80 * 60_000,
    gCo2eqPerKwh: 20,
    powerMwByType: { HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 5_000 },
  },
  realisedGCo2eqPerKwh: new Map(),
  signalLevel: new Map([[hour, 1]]),
  imbalance: { isUpward: true, negativePriceEurPerMwh: 250 },
  expectedConsumptionMw: new Map([[hour, 58_000]]),
  weeklyConsumptionMw: new Map(),
  forecastMw: { SOLAR: new Map([[hour, 0]]), WIND_ONSHORE: new Map([[hour, 9_000]]) },
  installedMwByYear: new Map([[2026, { NUCLEAR: 63_000, FOSSIL_GAS: 12_000, HYDRO_WATER_RESERVOIR: 15_000 }]]),
  outages: [
    {
      unitCode: 'A',
      productionType: 'NUCLEAR',
      startMs: hour - 1,
      endMs: hour + 4_000_000,
      unavailableMw: 20_000,
      installedMw: null,
    },
  ],
  gCo2eqPerKwhByType: null,
  availabilityByFeed: recordFromEntries(feedIds, (feed) => (feed === 'physical_flows' ? 0 : 1)),
  isReferenceKnown: { emission_factors: true, country_intensities: true },
}

describe('the worked example of docs/methodology/score.md', () => {
  test('the worked example has seven lines, and a pocket calculator gives each printed result', () => {
    expect([...example.keys()]).toEqual(['price', 'carbon', 'grid', 'margin', 'adequacy', 'composite', 'confidence'])
    for (const { calculation, result } of example.values()) {
      const decimals = result.split('.')[1]?.length ?? 0
      expect(calculate(calculation).toFixed(decimals)).toBe(result)
    }
  })

  test('the product computes the worked example', () => {
    const slot = scoreNow(inputs, now)
    const values = toSubScoreValues(slot.subScores)
    expect(values).toEqual({
      price: resultOf('price'),
      carbon: resultOf('carbon'),
      grid: resultOf('grid'),
      adequacy: resultOf('adequacy'),
    })
    const { basis } = slot.subScores.adequacy
    expect(basis.kind === 'margin' ? basis.margin.toFixed(3) : basis.kind).toBe(example.get('margin')?.result ?? '')
    expect(slot.known).toEqual(allKnown)
    expect(computeComposite(values, slot.known, nationalWeights)).toBe(resultOf('composite'))
    expect(slot.confidence).toBe(resultOf('confidence'))
    const score = toGlobalScore(computeComposite(values, slot.known, nationalWeights))
    const level = toScoreLevel(score)
    expect(documented).toContain(
      `The score is ${score}, \`${level}\`; the lowest dimension is ${findWorstDimension({ values, known: slot.known }, nationalWeights)}.`,
    )
  })
})

describe('the tables of docs/methodology/score.md are those of the code', () => {
  /** The two rows of the table whose first cell begins so, as pairs of numbers. */
  function scale(heading: string): number[][] {
    const [head = '', , scores = ''] = documented.slice(documented.indexOf(`| ${heading}`)).split('\n')
    const cells = (row: string) =>
      row
        .split('|')
        .slice(2, -1)
        .map((cell) => Number(cell.trim().replace('−', '-')))
    const [xs, ys] = [cells(head), cells(scores)]
    return xs.map((x, index) => [x, ys[index] ?? Number.NaN])
  }
  const pairs = (anchors: readonly (readonly [number, number])[]) => anchors.map(([x, score]) => [x, score])

  test('the tables have every anchor of every scale', () => {
    expect(scale('price, EUR/MWh')).toEqual(pairs(priceAnchors))
    expect(scale('carbon, g/kWh')).toEqual(pairs(carbonAnchors))
    expect(scale('margin, share')).toEqual(pairs(marginAnchors))
    const inGw = (anchors: typeof consumptionAnchors) => anchors.map(([powerMw, score]) => [powerMw / 1000, score])
    expect(scale('residual load, GW')).toEqual(inGw(residualLoadAnchors))
    expect(scale('expected consumption, GW')).toEqual(inGw(consumptionAnchors))
    const signalRow = documented.slice(documented.indexOf('| grid signal')).split('\n')[2] ?? ''
    expect(signalRow.split('|').slice(2, -1).map(Number)).toEqual([...signalScores])
  })

  test('the tables have every weight of the confidence, and no other feed', () => {
    const rows = [...documented.matchAll(/^\| `([a-z0-9_]+)` \| (\d+) \|$/gm)].map(([, feed, weight]) => [
      feed,
      Number(weight),
    ])
    const weighted = feedIds.flatMap((feed) => {
      const { confidenceWeight } = feedFacts[feed]
      return confidenceWeight > 0 ? [[feed, confidenceWeight]] : []
    })
    expect(rows.toSorted()).toEqual(weighted.toSorted())
  })

  test('the tables have every preset', () => {
    for (const { name, weights } of profiles.slice(1, 4)) {
      const { price, carbon, grid, adequacy } = weights
      const text = [price, carbon, grid, adequacy].map((weight) => weight.toFixed(2)).join('/')
      expect(documented.replaceAll(/\s+/g, ' ')).toContain(`\`${name}\` ${text}`)
    }
  })
})
