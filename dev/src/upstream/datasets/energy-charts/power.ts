import { round1 } from '@hexawatt/shared/bounds/numbers'
import { minuteMs } from '@hexawatt/shared/time/instant'
import type { UpstreamSource } from '../../documents/upstream-source.ts'
import { type ChartSeries, type ChartTable, listStarts, selectNewestValues } from '../../formats/chart-format.ts'
import { createNoDataRefusal } from '../../formats/chart-query.ts'
import { measured } from '../../generator/slot-subjects.ts'
import type { Answer } from '../../subjects/answer.ts'
import { quarterMs } from '../../subjects/quarter-hour.ts'
import { type Span, toParisCivilDay } from '../../subjects/span.ts'

/** Delay after the end of a slot: of the output, and of the load, which comes later. */
const outputLagMs = 150 * minuteMs
const loadLagMs = 210 * minuteMs

/** Names of the publisher and the series of the operator's mix. Biogas is in none: the publisher's source does not have it. */
const outputs: readonly (readonly [name: string, mixKey: string])[] = [
  ['Hydro pumped storage consumption', 'PUMPING/TOTAL'],
  ['Cross border electricity trading', 'EXCHANGE/TOTAL'],
  ['Nuclear', 'NUCLEAR/TOTAL'],
  ['Hydro Run-of-River', 'HYDRO/HYDRO_RUN_OF_RIVER_AND_POUNDAGE'],
  ['Biomass', 'BIOENERGY/BIOMASS'],
  ['Fossil hard coal', 'FOSSIL_HARD_COAL/TOTAL'],
  ['Fossil oil', 'FOSSIL_OIL/TOTAL'],
  ['Fossil gas', 'FOSSIL_GAS/TOTAL'],
  ['Hydro water reservoir', 'HYDRO/HYDRO_WATER_RESERVOIR'],
  ['Hydro pumped storage', 'HYDRO/HYDRO_PUMPED_STORAGE'],
  ['Waste', 'BIOENERGY/WASTE'],
  ['Wind offshore', 'WIND/WIND_OFFSHORE'],
  ['Wind onshore', 'WIND/WIND_ONSHORE'],
  ['Solar', 'SOLAR/TOTAL'],
  ['Battery Consumption', 'BATTERY/CHARGE'],
  ['Battery', 'BATTERY/DISCHARGE'],
]
const notGenerated: ReadonlySet<string> = new Set([
  'Hydro pumped storage consumption',
  'Cross border electricity trading',
  'Battery Consumption',
  'Battery',
])
const renewable: ReadonlySet<string> = new Set([
  'Hydro Run-of-River',
  'Hydro water reservoir',
  'Biomass',
  'Wind offshore',
  'Wind onshore',
  'Solar',
])

/** Output per type by quarter-hour to the end of today; null while a slot is not published. @throws Refusal 404 */
export async function loadPower(
  source: UpstreamSource,
  asked: Span,
  now: Temporal.Instant,
): Promise<Answer<ChartTable>> {
  const nowEpochMs = now.epochMilliseconds
  const span = { ...asked, untilEpochMs: Math.min(asked.untilEpochMs, toParisCivilDay(nowEpochMs).endEpochMs) }
  const startsEpochMs = listStarts(span, quarterMs)
  if (startsEpochMs.length === 0) throw createNoDataRefusal()
  const mix = await source.slots('generation_mix_15min', span, (family) => family === measured)
  const consumption = await source.slots('consumption', span, (family) => family === 'REALISED')
  const known = (values: ReadonlyMap<number, number>, lagMs: number) =>
    startsEpochMs.map((start) => (start + quarterMs + lagMs <= nowEpochMs ? (values.get(start) ?? null) : null))
  const powers = outputs.map(([name, key]) => {
    const series = mix.content.find((one) => one.key === key)
    return { name, values: known(selectNewestValues(series, now), outputLagMs) }
  })
  const loads = known(selectNewestValues(consumption.content[0], now), loadLagMs)
  const newest = startsEpochMs.findLast((start) => start + quarterMs + outputLagMs <= nowEpochMs) ?? null
  const series = [...powers, ...deriveSeries(powers, loads)]
  return { ...mix, content: { slotMs: quarterMs, startsEpochMs, series, availableUntilEpochMs: newest } }
}

/** The series that the publisher derives: load, residual load, and renewable shares. */
export function deriveSeries(powers: readonly ChartSeries[], loads: (number | null)[]): ChartSeries[] {
  const sumAt = (index: number, isCounted: (name: string) => boolean): number | null => {
    const values = powers.filter(({ name }) => isCounted(name)).map(({ values }) => values[index] ?? null)
    if (values.every((value) => value === null)) return null
    return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  }
  const each = (of: (load: number | null, index: number) => number | null) => loads.map(of)
  const weather = (name: string) => name === 'Solar' || name.startsWith('Wind')
  const percent = (part: number | null, whole: number | null) =>
    part === null || whole === null || whole <= 0 ? null : round1((100 * part) / whole)
  const renewableAt = (index: number) => sumAt(index, (name) => renewable.has(name))
  return [
    { name: 'Load', values: loads },
    {
      name: 'Residual load',
      values: each((load, index) => {
        const weatherMw = sumAt(index, weather)
        return load === null || weatherMw === null ? null : load - weatherMw
      }),
    },
    {
      name: 'Renewable share of generation',
      unit: '%',
      values: each((_, index) =>
        percent(
          renewableAt(index),
          sumAt(index, (name) => !notGenerated.has(name)),
        ),
      ),
    },
    { name: 'Renewable share of load', unit: '%', values: each((load, index) => percent(renewableAt(index), load)) },
  ]
}
