import { describe, expect, test } from 'bun:test'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import {
  type CompositionSums,
  compositionCount,
  version1Composition,
} from '@hexawatt/shared/methodology/score/composition'
import fc from 'fast-check'
import type { PointValues } from '../points/point-values.ts'
import { encodePoints } from './encoded-points.ts'
import { toColumns } from './point-columns.ts'
import { type PointsForm, writePoints } from './points-body.ts'
import { writePlainBody } from './testing/plain-points.ts'

type Asked = { form: PointsForm; first: number; end: number; weights: ScoreWeights | null; isFirst: boolean }
type WriteBody = (points: readonly PointValues[], asked: Asked) => string

const plain: WriteBody = (points, { form, first, end, weights, isFirst }) =>
  writePlainBody(form, points.slice(first, end), weights, isFirst)

const fast: WriteBody = (points, { form, first, end, weights, isFirst }) =>
  new TextDecoder().decode(writePoints(form, { points: encodePoints(toColumns(points)), first, end }, weights, isFirst))

const known: PointValues = {
  epochSeconds: Date.UTC(2026, 1, 3, 10, 10) / 1_000,
  samples: 1,
  backfilledSamples: 0,
  parts: [{ composition: version1Composition, samples: 1, price: 1_000, carbon: 500, grid: 0, adequacy: 333 }],
  globalScore: 67,
  confidence: 97,
  carbonSlotStartSeconds: Date.UTC(2026, 1, 3, 8) / 1_000,
  carbonHundredths: 2_146,
  consumptionHundredths: 2_510,
  lowCarbonHundredths: 9_580,
  spotPriceHundredths: -1_235,
  versionSet: '1.1.1.1',
}
const unknown: PointValues = {
  ...known,
  parts: [{ composition: version1Composition, samples: 6, price: 1_000, carbon: 500, grid: 0, adequacy: 333 }],
  epochSeconds: Date.UTC(2026, 1, 3, 10, 20) / 1_000,
  samples: 6,
  backfilledSamples: 2,
  globalScore: 5,
  carbonSlotStartSeconds: null,
  carbonHundredths: null,
  consumptionHundredths: null,
  lowCarbonHundredths: 100,
  spotPriceHundredths: 0,
}
const both = [known, unknown]
const all: Asked = { form: 'json', first: 0, end: 2, weights: null, isFirst: true }

describe.each([
  ['plain', plain],
  ['fast', fast],
])('the %s points writer', (_name, write) => {
  test('writes JSON objects with the fields of the contract in order', () => {
    const [first, second] = JSON.parse(`[${write(both, all)}]`)
    expect(first).toEqual({
      timestamp: '2026-02-03T10:10:00Z',
      globalScore: 67,
      level: 'Acceptable',
      confidence: 97,
      carbonSlotStart: '2026-02-03T08:00:00Z',
      carbonIntensityGco2Kwh: 21.46,
      carbonIntensityConsumptionGco2Kwh: 25.1,
      lowCarbonPct: 95.8,
      spotPriceEurPerMWh: -12.35,
    })
    expect(second).toMatchObject({ globalScore: 5, level: 'Unfavorable', carbonSlotStart: null, lowCarbonPct: 1 })
    expect(second).toMatchObject({ carbonIntensityGco2Kwh: null, spotPriceEurPerMWh: 0 })
  })

  test('separates points from earlier ones', () => {
    expect(write(both, { ...all, isFirst: false })).toBe(`,${write(both, all)}`)
    expect(write(both, { ...all, first: 1, end: 1, isFirst: false })).toBe('')
  })

  test('writes one NDJSON line per point, with its provenance last', () => {
    const lines = write(both, { ...all, form: 'ndjson' }).split('\n')
    expect(lines.map((line) => line.slice(line.lastIndexOf(',')))).toEqual([
      ',"provenance":"live"}',
      ',"provenance":"mixed"}',
      '',
    ])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ timestamp: '2026-02-03T10:10:00Z', provenance: 'live' })
  })

  test('writes one CSV row per point, with unknown values empty', () => {
    expect(write(both, { ...all, form: 'csv' })).toBe(
      '2026-02-03T10:10:00Z,67,Acceptable,97,2026-02-03T08:00:00Z,21.46,25.1,95.8,-12.35,live\r\n' +
        '2026-02-03T10:20:00Z,5,Unfavorable,97,,,,1,0,mixed\r\n',
    )
  })

  test('applies weights to the score only', () => {
    const weights = { price: 1, carbon: 0, grid: 0, adequacy: 0 }
    const [first] = JSON.parse(`[${write([known], { ...all, end: 1, weights })}]`)
    const [national] = JSON.parse(`[${write([known], { ...all, end: 1 })}]`)
    expect(first).toEqual({ ...national, globalScore: 100, level: 'Optimal' })
  })
})

const hundredths = fc.option(fc.oneof(fc.integer({ min: -10_000, max: 10_000 }), fc.integer(), fc.maxSafeInteger()))
const tenths = (samples: number) => fc.integer({ min: 0, max: 1_000 * samples })
/** Samples in one composition, or the first of them in one and the rest in another. */
const partsOf = (samples: number): fc.Arbitrary<CompositionSums[]> =>
  fc
    .tuple(fc.uniqueArray(fc.nat(compositionCount - 1), { minLength: 2, maxLength: 2 }), fc.nat(samples - 1))
    .chain(([[first = 0, second = 0], ofSecond]) =>
      fc
        .tuple(part(first, samples - ofSecond), part(second, ofSecond))
        .map((parts) => parts.filter((one) => one.samples > 0)),
    )
const part = (composition: number, samples: number): fc.Arbitrary<CompositionSums> =>
  fc.record({
    composition: fc.constant(composition),
    samples: fc.constant(samples),
    price: tenths(samples),
    carbon: tenths(samples),
    grid: tenths(samples),
    adequacy: tenths(samples),
  })
/** Any second, most of them whole minutes. */
const epochSeconds = fc.oneof(
  fc.integer({ min: 0, max: 70_000_000 }).map((minutes) => 60 * minutes),
  fc.integer({ min: 0, max: 2 ** 32 }),
)
const point: fc.Arbitrary<PointValues> = fc.integer({ min: 1, max: 6 }).chain((samples) =>
  fc.record({
    epochSeconds,
    samples: fc.constant(samples),
    backfilledSamples: fc.integer({ min: 0, max: samples }),
    parts: partsOf(samples),
    globalScore: fc.integer({ min: 0, max: 100 }),
    confidence: fc.integer({ min: 0, max: 100 }),
    carbonSlotStartSeconds: fc.option(epochSeconds),
    carbonHundredths: hundredths,
    consumptionHundredths: hundredths,
    lowCarbonHundredths: hundredths,
    spotPriceHundredths: hundredths,
    versionSet: fc.constantFrom('1.1.1.1', '2.1.1.0'),
  }),
)
/** Any weights but four zeros: those of a request sum to 1. */
const weighting = fc
  .tuple(fc.nat(100), fc.nat(100), fc.nat(100), fc.integer({ min: 1, max: 100 }))
  .map(([price, carbon, grid, adequacy]) => {
    return { price: price / 100, carbon: carbon / 100, grid: grid / 100, adequacy: adequacy / 100 }
  })

test('the fast writer equals the plain writer to the byte, for any points, form, weights and range', () => {
  const asked = fc.record({
    form: fc.constantFrom<PointsForm>('json', 'ndjson', 'csv'),
    weights: fc.option(weighting),
    isFirst: fc.boolean(),
    from: fc.nat(12),
    length: fc.nat(12),
  })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 12 }), asked, (points, { from, length, ...how }) => {
      const first = Math.min(from, points.length)
      const range = { first, end: Math.min(first + length, points.length) }
      expect(fast(points, { ...how, ...range })).toBe(plain(points, { ...how, ...range }))
    }),
    { numRuns: 2_000 },
  )
})
