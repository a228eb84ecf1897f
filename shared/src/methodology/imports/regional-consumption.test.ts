import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type ConsumingRegion,
  computeRegionalConsumption,
  isResidualAccepted,
  type NationalBorder,
} from './regional-consumption.ts'

const region = (
  generationMw: number | null,
  gCo2PerKwh: number | null,
  exchangeMw: number | null,
): ConsumingRegion => ({
  generationMw,
  exchangeMw,
  gCo2PerKwh,
})
const border = (netImportMw: number | null, gCo2PerKwh: number | null): NationalBorder => ({ netImportMw, gCo2PerKwh })

/** One region sends 9 000 MW at 35 g, another generates 1 000 MW at 343 g and receives them. */
const sender = region(20_000, 35, -9_000)
const receiver = region(1_000, 343, 9_000)
const noImport = [border(0, null)]

/** As published: watts are not. */
const power = fc.integer({ min: 0, max: 15_000_000 }).map((kw) => kw / 1_000)
const grams = fc.double({ min: 3.7, max: 1_060, noNaN: true })
const share = fc.integer({ min: 0, max: 1_000 }).map((parts) => parts / 1_000)

/** Twelve regions whose consumption is their generation plus their exchange, and borders that close the balance of the country exactly. */
const balancedCountry = fc
  .record({
    regions: fc.array(fc.record({ generationMw: power, gCo2PerKwh: grams, kept: share, receivedMw: power }), {
      minLength: 12,
      maxLength: 12,
    }),
    isExporter: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    flows: fc.array(fc.record({ netImportMw: power.map((mw) => mw / 2 - 3_750), gCo2PerKwh: grams }), {
      minLength: 5,
      maxLength: 5,
    }),
    lastIntensity: grams,
  })
  .map(({ regions, isExporter, flows, lastIntensity }) => {
    const made = regions.map(({ generationMw, gCo2PerKwh, kept, receivedMw }, index) =>
      region(generationMw, gCo2PerKwh, isExporter[index] === true ? -generationMw * (1 - kept) : receivedMw),
    )
    const balance = sum(made.map(({ exchangeMw }) => exchangeMw)) - sum(flows.map(({ netImportMw }) => netImportMw))
    return { regions: made, borders: [...flows, border(balance, lastIntensity)] }
  })

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? Number.NaN), 0)

describe('the intensity of what a region consumes', () => {
  test('is its own mix where it sends power out, and the mean with the pool where it receives', () => {
    // By hand: (1 000 · 343 + 9 000 · 35) / 10 000 = 65.8
    expect(computeRegionalConsumption([sender, receiver], noImport)).toEqual({
      poolGCo2PerKwh: 35,
      exchangeResidualMw: 0,
      gCo2PerKwh: [35, 65.8],
    })
  })

  test('of the recorded Hauts-de-France of 2026-03-25T02:30Z, which sends 4 206 MW out, is that of its generation', () => {
    const recorded = region(420 + 5_292 + 3_079 + 0 + 7 + 95, 25.5, -4_206)
    const { gCo2PerKwh } = computeRegionalConsumption([recorded, receiver], null)
    expect(gCo2PerKwh[0]).toBe(25.5)
  })

  test('counts an import of the country into the pool by the power that it brings, and no export', () => {
    const needy = region(1_000, 343, 12_000)
    const borders = [border(3_000, 335), border(-2_000, null)]
    const { poolGCo2PerKwh, exchangeResidualMw } = computeRegionalConsumption([sender, needy], borders)
    expect(poolGCo2PerKwh).toBeCloseTo((9_000 * 35 + 3_000 * 335) / 12_000, 12)
    expect(exchangeResidualMw).toBe(12_000 - 9_000 - (3_000 - 2_000))
  })

  test('is the pool for a region that generates nothing, and its own mix for one without an exchange', () => {
    const idle = region(0, null, 500)
    const alone = region(800, 12, 0)
    expect(computeRegionalConsumption([sender, idle, alone], noImport).gCo2PerKwh).toEqual([35, 35, 12])
  })

  test('is unknown where the region receives and generates with an unknown mix', () => {
    const [, ofUnknownMix, ofUnknownPower] = computeRegionalConsumption(
      [sender, region(1_000, null, 9_000), region(null, 343, 100)],
      noImport,
    ).gCo2PerKwh
    expect([ofUnknownMix, ofUnknownPower]).toEqual([null, null])
  })

  test.each([
    ['no flow of the hour is known', [sender, receiver], null],
    ['the flow of one border is unknown', [sender, receiver], [border(100, 300), border(null, 300)]],
    ['the neighbour of an import has no intensity', [sender, receiver], [border(100, null)]],
    ['a region that sends power out has no intensity', [sender, receiver, region(10, null, -5)], noImport],
    ['the exchange of one region is unknown', [sender, receiver, region(10, 20, null)], noImport],
    ['nothing enters the pool', [region(20_000, 35, 0), receiver], noImport],
  ])('where it receives is unknown when %s; a region that sends power out keeps its own', (_, regions, borders) => {
    const { poolGCo2PerKwh, gCo2PerKwh } = computeRegionalConsumption(regions, borders)
    expect([poolGCo2PerKwh, gCo2PerKwh.slice(0, 2)]).toEqual([null, [35, null]])
  })

  test('keeps all emissions and all energy: nothing is lost or counted twice, over 2 000 random balances', () => {
    fc.assert(
      fc.property(balancedCountry, ({ regions, borders }) => {
        const { poolGCo2PerKwh, exchangeResidualMw, gCo2PerKwh } = computeRegionalConsumption(regions, borders)
        const imports = borders.filter(({ netImportMw }) => (netImportMw ?? 0) > 0)
        const generatedMw = sum(regions.map(({ generationMw }) => generationMw))
        const importedMw = sum(imports.map(({ netImportMw }) => netImportMw))
        const exportedMw = importedMw - sum(borders.map(({ netImportMw }) => netImportMw))
        const consumed = regions.map(({ generationMw, exchangeMw }) => (generationMw ?? 0) + (exchangeMw ?? 0))
        const scaleMw = Math.max(1, generatedMw + importedMw)
        expect(Math.abs(exchangeResidualMw ?? Number.NaN) / scaleMw).toBeLessThan(1e-9)
        expect(Math.abs(sum(consumed) + exportedMw - generatedMw - importedMw) / scaleMw).toBeLessThan(1e-9)
        if (poolGCo2PerKwh === null) return
        const entered = sum([
          ...regions.map(({ generationMw, gCo2PerKwh: own }) => (generationMw ?? 0) * (own ?? 0)),
          ...imports.map(({ netImportMw, gCo2PerKwh: foreign }) => (netImportMw ?? 0) * (foreign ?? 0)),
        ])
        const left = sum(consumed.map((mw, index) => (mw === 0 ? 0 : mw * (gCo2PerKwh[index] ?? Number.NaN))))
        expect(Math.abs(left + exportedMw * poolGCo2PerKwh - entered)).toBeLessThan(1e-9 * Math.max(1, entered))
      }),
      { numRuns: 2_000 },
    )
  })

  test('lies between the smallest and the largest intensity that it is made of', () => {
    fc.assert(
      fc.property(balancedCountry, ({ regions, borders }) => {
        const { poolGCo2PerKwh, gCo2PerKwh } = computeRegionalConsumption(regions, borders)
        for (const [index, consumed] of gCo2PerKwh.entries()) {
          if (consumed === null) continue
          const parts = [regions[index]?.gCo2PerKwh, poolGCo2PerKwh].flatMap((value) => value ?? [])
          expect(consumed).toBeGreaterThanOrEqual(Math.min(...parts) - 1e-9)
          expect(consumed).toBeLessThanOrEqual(Math.max(...parts) + 1e-9)
        }
      }),
    )
  })
})

test('exchanges of the regions that differ from the national flows by more than 500 MW do not agree; an unknown difference shows nothing', () => {
  expect([500, -500, 500.1, -501, null].map(isResidualAccepted)).toEqual([true, true, false, false, true])
})
