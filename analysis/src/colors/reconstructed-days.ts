import { addSample, createEquations, solveEquations } from '@hexawatt/shared/methodology/least-squares'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { toTariffDay } from '@hexawatt/shared/time/paris'
import { addKnown, type RecordedColors } from '../recorded/recorded-colors.ts'
import { parseKnownNumber } from '../recorded/recorded-rows.ts'

const shareFile = 'rte_consumption_intensity_hourly_2021-2025.csv.gz'
const flowFile = 'fr_physical_flows_daily_2025-2026.csv'

/** Days on which what replaces a recording of wind and sun is fitted, and days that have none: until then their renewable share is recorded, then flows are. */
const shareFit = { from: '2023-08-01', to: '2025-07-25' }
const shareEnds = '2025-12-30'
const flowFit = { from: '2026-02-01', to: '2026-03-13' }
const hole = { from: '2025-07-26', to: '2026-01-31' }

/**
 * The record with wind and sun of July 2025 to January 2026, of which no recording exists: until December from the operator's share of renewables in the
 * consumption (error of 1 to 1.6 GW on days with a recording), in January from the net imports (2.4 GW). Sun is that of the year before; wind is the rest.
 */
export async function completeRecordedColors(folder: string, recorded: RecordedColors): Promise<RecordedColors> {
  const { days, windMw, sunMw } = recorded
  const dates = days.loadMw.map((_, day) => days.firstDay.add({ days: day }))
  const shares = await readRenewableShares(folder)
  const imports = await readNetImports(folder)
  const shareTerms = (day: number): number[] | null => {
    const [loadMw, share] = [days.loadMw[day] ?? null, shares.get(`${dates[day]}`)]
    if (loadMw === null || share === undefined) return null
    const angle = (2 * Math.PI * (dates[day]?.dayOfYear ?? 0)) / 365.25
    const season = [Math.cos(angle), Math.sin(angle), Math.cos(2 * angle), Math.sin(2 * angle)]
    return [1, (share * loadMw) / 1e6, loadMw / 1e4, ...season]
  }
  const flowTerms = (day: number): number[] | null => {
    const [loadMw, importMw] = [days.loadMw[day] ?? null, imports.get(`${dates[day]}`)]
    return loadMw === null || importMw === undefined ? null : [1, importMw / 1e4, loadMw / 1e4]
  }
  const fit = (termsOf: typeof shareTerms, { from, to }: { from: string; to: string }) => {
    const samples = dates.flatMap((date, day) => {
      const [terms, mw] = [termsOf(day), days.windAndSunMw[day] ?? null]
      return terms === null || mw === null || `${date}` < from || `${date}` > to ? [] : [{ terms, mw }]
    })
    const equations = createEquations(samples[0]?.terms.length ?? 0)
    for (const { terms, mw } of samples) addSample(equations, terms, mw)
    const weights = solveEquations(equations, [])
    return (day: number) => termsOf(day)?.reduce((sum, term, index) => sum + term * (weights[index] ?? 0), 0) ?? null
  }
  const byShare = fit(shareTerms, shareFit)
  const byFlow = fit(flowTerms, flowFit)
  const isInHole = (day: number) =>
    `${dates[day]}` >= hole.from && `${dates[day]}` <= hole.to && (days.windAndSunMw[day] ?? null) === null
  const sun = sunMw.map((mw, day) => (isInHole(day) ? (sunMw[day - 364] ?? null) : mw))
  const wind = windMw.map((mw, day) => {
    if (!isInHole(day)) return mw
    const both = `${dates[day]}` <= shareEnds ? byShare(day) : byFlow(day)
    return both === null ? null : Math.max(0, both - (sun[day] ?? 0))
  })
  return { ...recorded, windMw: wind, sunMw: sun, days: { ...days, windAndSunMw: addKnown(wind, sun) } }
}

/** Mean share of renewables in the consumption of each tariff day with at least 23 known hours, %. */
async function readRenewableShares(folder: string): Promise<ReadonlyMap<string, number>> {
  const hours = new Map<string, number[]>()
  for (const row of await readRecordedCsv(folder, shareFile)) {
    const share = parseKnownNumber(row['part_enr_conso_pct'])
    const day = toTariffDay(Temporal.Instant.from(row['datetime_utc'] ?? '')).toString()
    if (share !== null) hours.getOrInsertComputed(day, () => []).push(share)
  }
  const full = [...hours].filter(([, ofDay]) => ofDay.length >= 23)
  return new Map(full.map(([day, ofDay]) => [day, ofDay.reduce((sum, share) => sum + share, 0) / ofDay.length]))
}

/** Mean net import of each day over the borders, MW. */
async function readNetImports(folder: string): Promise<ReadonlyMap<string, number>> {
  const rows = await readRecordedCsv(folder, flowFile)
  return new Map(
    rows.flatMap(({ date_local: date = '', ...borders }) => {
      const known = Object.values(borders).map(parseKnownNumber)
      const sumMwh = known.reduce<number>((sum, mwh) => sum + (mwh ?? Number.NaN), 0)
      return Number.isNaN(sumMwh) ? [] : [[date, sumMwh / 24] as const]
    }),
  )
}
