import { clamp, computeNoise } from './noise.ts'
import { generateSolarMw, solarPeakMw } from './renewables.ts'
import { computeDailyBump, keepNewestValues, type Season, toSeason } from './season.ts'

/** Power of one production type by quarter-hour, MW, under the publisher's name of the type. */
export type NeighbourSeries = { name: string; valuesMw: number[] }

/** How the output of a type varies; MW are means, and peaks of sun, wind and storage. `rest` shares what the others leave of the demand. */
type Output =
  | { kind: 'flat' | 'river' | 'sun' | 'wind' | 'storage'; name: string; mw: number }
  | { kind: 'rest'; name: string; share: number }

type Neighbour = {
  demandMw: number
  outputs: readonly Output[]
  /** Distinguishes the weather of the countries. */
  seed: number
  /** Length of the slots that the country reports, minutes. */
  slotMinutes: number
}

const flat = (name: string, mw: number): Output => ({ kind: 'flat', name, mw })
const river = (mw: number): Output => ({ kind: 'river', name: 'Hydro Run-of-River', mw })
const reservoir = (mw: number): Output => ({ kind: 'river', name: 'Hydro water reservoir', mw })
const storage = (mw: number): Output => ({ kind: 'storage', name: 'Hydro pumped storage', mw })
const sun = (mw: number): Output => ({ kind: 'sun', name: 'Solar', mw })
const wind = (place: 'onshore' | 'offshore', mw: number): Output => ({ kind: 'wind', name: `Wind ${place}`, mw })
const rest = (name: string, share: number): Output => ({ kind: 'rest', name, share })
const nuclear = (mw: number) => flat('Nuclear', mw)

/** Rounded figures of about 2025, made up to be plausible and to differ: Switzerland has hardly any emissions, Germany the most. */
const neighbours: Readonly<Record<string, Neighbour>> = {
  be: {
    demandMw: 9_300,
    seed: 101,
    slotMinutes: 15,
    outputs: [
      ...[nuclear(3_900), flat('Biomass', 280), flat('Waste', 260), flat('Others', 420), river(25), storage(900)],
      ...[sun(9_500), wind('onshore', 3_200), wind('offshore', 2_260), rest('Fossil gas', 1), flat('Fossil oil', 3)],
    ],
  },
  ch: {
    demandMw: 6_600,
    seed: 102,
    slotMinutes: 60,
    outputs: [nuclear(2_600), river(1_900), reservoir(2_000), storage(1_400), sun(5_500), wind('onshore', 90)],
  },
  de: {
    demandMw: 54_000,
    seed: 103,
    slotMinutes: 15,
    outputs: [
      ...[flat('Biomass', 4_300), flat('Waste', 900), flat('Geothermal', 25), flat('Others', 300), river(1_600)],
      ...[reservoir(120), storage(5_500), flat('Other renewables', 120), flat('Fossil coal-derived gas', 500)],
      ...[sun(68_000), wind('onshore', 52_000), wind('offshore', 8_500), flat('Fossil oil', 120)],
      ...[rest('Fossil brown coal / lignite', 0.42), rest('Fossil hard coal', 0.22), rest('Fossil gas', 0.36)],
    ],
  },
  es: {
    demandMw: 27_500,
    seed: 104,
    slotMinutes: 15,
    outputs: [
      ...[nuclear(6_200), flat('Biomass', 420), flat('Waste', 160), flat('Other renewables', 90), flat('Others', 70)],
      ...[river(1_100), reservoir(1_900), storage(2_600), sun(27_000), wind('onshore', 24_000)],
      ...[rest('Fossil gas', 0.95), rest('Fossil hard coal', 0.05), flat('Fossil oil', 250)],
    ],
  },
  uk: {
    demandMw: 31_000,
    seed: 105,
    slotMinutes: 30,
    outputs: [
      ...[nuclear(4_200), flat('Biomass', 2_300), flat('Others', 700), river(420), storage(1_600), sun(13_500)],
      ...[wind('onshore', 12_500), wind('offshore', 14_500), rest('Fossil gas', 1)],
    ],
  },
  it: {
    demandMw: 32_500,
    seed: 106,
    slotMinutes: 60,
    outputs: [
      ...[flat('Biomass', 1_700), flat('Waste', 250), flat('Geothermal', 620), flat('Others', 4_200), river(3_100)],
      ...[reservoir(1_100), storage(1_900), sun(25_000), wind('onshore', 9_000), wind('offshore', 30)],
      ...[rest('Fossil gas', 0.94), rest('Fossil hard coal', 0.04), rest('Fossil oil', 0.02)],
    ],
  },
}

/** Countries by the publisher's codes. */
export const neighbourCodes: readonly string[] = Object.keys(neighbours)

/** Length of the slots of a neighbour, minutes. */
export function findNeighbourSlotMinutes(code: string): number {
  return getNeighbour(code).slotMinutes
}

function getNeighbour(code: string): Neighbour {
  const found = neighbours[code]
  if (found === undefined) throw new Error(`${code} is no neighbour`)
  return found
}

/** Share of the installed panels of France that gives power: one sun for all, apart from the clouds of each country. */
const sunShare = keepNewestValues((epochMs) => generateSolarMw(toSeason(epochMs)) / solarPeakMw)

/** Output of a neighbour by production type, whole MW, at some instants. Deterministic: an instant has the same values in every run. */
export function generateNeighbourPower(code: string, startsEpochMs: readonly number[]): NeighbourSeries[] {
  const { outputs, demandMw, seed } = getNeighbour(code)
  const series = outputs.map(({ name }): NeighbourSeries => ({ name, valuesMw: [] }))
  for (const epochMs of startsEpochMs) {
    const season = toSeason(epochMs)
    const given = outputs.map((output, index) => generateMw(output, season, seed + 10 * index))
    const restMw = Math.max(0.06 * demandMw, generateDemand(season, seed) * demandMw - given.reduce((a, b) => a + b, 0))
    for (const [index, output] of outputs.entries()) {
      const mw = output.kind === 'rest' ? output.share * restMw : (given[index] ?? 0)
      series[index]?.valuesMw.push(Math.round(mw))
    }
  }
  return series
}

/** Demand as a multiple of its mean: less at night, at weekends and in summer. */
function generateDemand({ epochMs, hourOfDay, dayOfWeek, winter }: Season, seed: number): number {
  const day = computeDailyBump(hourOfDay, 12, 6) + 0.5 * computeDailyBump(hourOfDay, 19, 2.5)
  const week = dayOfWeek > 5 ? 0.9 : 1
  return (0.84 + 0.22 * day + 0.1 * winter + 0.04 * computeNoise(epochMs, 30, seed)) * week
}

function generateMw(output: Output, { epochMs, hourOfDay, winter }: Season, seed: number): number {
  const noise = (hours: number) => computeNoise(epochMs, hours, seed)
  const { kind } = output
  if (kind === 'rest') return 0
  const { mw } = output
  if (kind === 'sun') return mw * sunShare(epochMs) * (0.85 + 0.15 * noise(9))
  if (kind === 'wind') return mw * clamp((0.24 + 0.08 * winter) * Math.exp(1.3 * noise(40)), 0.02, 0.85)
  if (kind === 'storage') return mw * Math.max(0, 0.9 * computeDailyBump(hourOfDay, 19, 2) - 0.1)
  if (kind === 'river') return mw * (1 - 0.2 * winter + 0.15 * noise(90) + 0.1 * computeDailyBump(hourOfDay, 19, 3))
  return mw * (1 + 0.06 * noise(60))
}
