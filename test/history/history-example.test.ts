import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { computeCompositeV1, toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import { describeFields } from '@hexawatt/shared/openapi/describe-fields'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { flatPoint, type SamplePoint } from './testing/sample-series.ts'

const documented = await Bun.file(join(import.meta.dir, '../../docs/methodology/history.md')).text()

/** Lines of the worked example: name, calculation, result. */
const lines = [...documented.matchAll(/^ {4}(\S+(?: \d+)?) +(.+) = ([\d.]+)$/gm)].map(
  ([, name = '', calculation = '', result = '']) => ({ name, calculation, result }),
)
const resultOf = (name: string): number => Number(lines.find((line) => line.name === name)?.result)

/** Evaluates a line like a pocket calculator: numbers, + − · / and brackets, and nothing else. */
function calculate(calculation: string): number {
  const expression = calculation.replaceAll('−', '-').replaceAll('·', '*')
  if (!/^[\d\s.()+*/-]+$/.test(expression)) throw new Error(`not a calculation: ${calculation}`)
  return Number(new Function(`return ${expression}`)())
}

/** The points of the example's table. */
const points = [...documented.matchAll(/^\| (\d\d:\d\d) \|(.+)\|$/gm)].map(([, time = '', cells = '']): SamplePoint => {
  const [price = 0, carbon = 0, grid = 0, adequacy = 0, production = 0, consumption = 0, lowCarbon = 0] = cells
    .split('|')
    .map(Number)
  const values = { price, carbon, grid, adequacy }
  const tenths = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(10 * value)]))
  const hasCarbon = !Number.isNaN(production)
  return {
    ...flatPoint(`2025-06-20T${time}:00Z`, 0),
    ...tenths,
    globalScore: toGlobalScore(computeCompositeV1(values, nationalWeights)),
    production: hasCarbon ? production : null,
    consumption: hasCarbon ? consumption : null,
    lowCarbon: hasCarbon ? lowCarbon : null,
    carbonSlotStartMs: hasCarbon ? Date.parse('2025-06-20T08:00:00Z') : null,
    versions: [1, 1, 1, hasCarbon ? 1 : null],
  }
})

const fixture = stopAtEnd(await startHistoryFixture('2025-06-20T12:00:00Z'))
await fixture.addPoints(points)

async function ask(rest: string): Promise<ScoreAnalyticsResponse> {
  const window = 'from=2025-06-20T10:00:00Z&to=2025-06-20T12:00:00Z&timezone=Europe/Paris'
  const response = await fixture.ask(`/v1/score/analytics?${window}${rest}`)
  return v.parse(ScoreAnalyticsResponse, await response.json())
}

describe('the worked example of docs/methodology/history.md', () => {
  test('the worked example has four points and thirteen lines, and a pocket calculator gives each printed result', () => {
    expect([points.length, lines.length]).toEqual([4, 13])
    for (const { name, calculation, result } of lines) {
      const decimals = result.split('.')[1]?.length ?? 0
      expect(`${name} ${calculate(calculation).toFixed(decimals)}`).toBe(`${name} ${result}`)
    }
  })

  test('the service answers the worked example, raw and hourly', async () => {
    const averages = {
      avgGlobalScore: resultOf('average'),
      avgCarbonIntensityGco2Kwh: resultOf('production'),
      avgLowCarbonPct: resultOf('low-carbon'),
      avgCarbonIntensityConsumptionGco2Kwh: resultOf('consumption'),
      avgConsumptionBoundaryDelta: resultOf('delta'),
    }
    expect(await ask('&granularity=raw')).toMatchObject({
      ...averages,
      optimalPct: resultOf('raw'),
      sampleCount: 4,
      carbonSampleCount: 3,
    })
    expect(await ask('&granularity=hourly')).toMatchObject({
      ...averages,
      optimalPct: resultOf('hourly'),
      sampleCount: 2,
      carbonSampleCount: 2,
    })
  })

  test('the worked example ranks the hours of Paris by the mean composite', async () => {
    const { bestHours, worstHours } = await ask('')
    const inParis = [
      { hour: 12, avgGlobalScore: resultOf('hour 12'), sampleCount: 3 },
      // 51.15, half away from zero.
      { hour: 13, avgGlobalScore: 51.2, sampleCount: 1 },
    ]
    expect([bestHours, worstHours]).toEqual([inParis, inParis.toReversed()])
  })

  test('a profile changes only the score of the worked example', async () => {
    const [national, carbon] = [await ask(''), await ask('&profile=carbon')]
    expect(carbon.avgGlobalScore).toBe(resultOf('profile'))
    expect(carbon.avgCarbonIntensityGco2Kwh).toBe(national.avgCarbonIntensityGco2Kwh)
  })

  test('the worked example scores points and hours as the text says', () => {
    const scores = points.map((point) => point.globalScore)
    expect(documented.replaceAll(/\s+/g, ' ')).toContain(`two of the four scores (${scores.join(', ')}) are`)
    expect(toGlobalScore(resultOf('hour 12'))).toBe(69)
  })
})

test('the table of analytics names every aggregate that is an average or a share, and the ranked hours', () => {
  const fields = describeFields(ScoreAnalyticsResponse).map(({ name }) => name)
  const aggregates = fields.filter((name) => /^(avg|optimal|best|worst)\w+$/.test(name))
  const table = documented.slice(
    documented.indexOf('| field | what it is'),
    documented.indexOf('- Hours of the day are ranked'),
  )
  expect([...table.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).toSorted()).toEqual(aggregates.toSorted())
})
