import { hourMs } from '@hexawatt/shared/time/instant'
import { type GridRecord, listSlotsOfHour, type RecordedHours, type SpanMs } from '../recorded/recorded-hours.ts'

/** A record of a made-up grid without holes: every value differs from hour to hour, and by the seed. */
export function createMadeUpRecord({ fromMs, toMs }: SpanMs, seed = 0): GridRecord {
  const hours = (series: readonly (readonly [name: string, lowest: number, spread: number])[]): RecordedHours =>
    new Map(
      listHourStarts(fromMs, toMs).map((startMs) => [
        startMs,
        listSlotsOfHour(
          startMs,
          series.map(([name, lowest, spread], index) => [
            name,
            lowest + spread * computeNoise(startMs / hourMs, index + seed),
          ]),
        ),
      ]),
    )
  return {
    generation: hours([
      ['NUCLEAR', 30_000, 15_000],
      ['FOSSIL_GAS', 500, 6_000],
      ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 3_000, 2_000],
      ['HYDRO_WATER_RESERVOIR', 1_000, 3_000],
      ['SOLAR', 0, 9_000],
      ['WIND_ONSHORE', 1_000, 9_000],
    ]),
    generationForecast: hours([
      ['D-1/SOLAR', 0, 9_000],
      ['D-1/WIND_ONSHORE', 1_000, 9_000],
    ]),
    consumption: hours([['D-1', 35_000, 30_000]]),
    consumptionWeekly: new Map(),
    price: hours([['PRICE', -10, 150]]),
  }
}

/** The record with the values of one hour of one feed made greater; unchanged when there are none. */
export function changeHour(record: GridRecord, feed: keyof GridRecord, startMs: number): GridRecord {
  const changed = (record[feed].get(startMs) ?? []).map((slot) => ({ ...slot, value: slot.value * 1.7 + 100 }))
  return { ...record, [feed]: new Map([...record[feed], [startMs, changed]]) }
}

/** The record without one hour of one feed. */
export function removeHour(record: GridRecord, feed: keyof GridRecord, startMs: number): GridRecord {
  return { ...record, [feed]: new Map([...record[feed]].filter(([start]) => start !== startMs)) }
}

function listHourStarts(fromMs: number, toMs: number): number[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / hourMs) }, (_, index) => fromMs + index * hourMs)
}

/** 0–1, the same for the same arguments, without a pattern that a forecast could follow. */
function computeNoise(hour: number, series: number): number {
  const value = Math.sin(hour * 12.9898 + series * 78.233) * 43_758.5453
  return value - Math.floor(value)
}
