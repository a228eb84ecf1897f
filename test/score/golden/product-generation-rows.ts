import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { RecordedRow } from '@hexawatt/shared/testing/recorded-csv'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { onceAnHour, type Recording, type StoredHours } from './recording.ts'
import type { Situation } from './situation.ts'

const columnByType: Readonly<Record<string, string>> = {
  BIOMASS: 'biomass_mw',
  FOSSIL_GAS: 'gas_mw',
  FOSSIL_HARD_COAL: 'coal_mw',
  FOSSIL_OIL: 'oil_mw',
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 'hydro_run_of_river_mw',
  HYDRO_WATER_RESERVOIR: 'hydro_reservoir_mw',
  NUCLEAR: 'nuclear_mw',
  SOLAR: 'solar_mw',
  WASTE: 'waste_mw',
  WIND_OFFSHORE: 'wind_offshore_mw',
  WIND_ONSHORE: 'wind_onshore_mw',
}

/** The hourly feed of the last days. */
export function generationHours(situation: Situation, now: Temporal.Instant, days: number): StoredHours {
  const from = now.subtract({ hours: days * 24 })
  const known = now.subtract({ minutes: situation.generationLagMinutes })
  return { starts: startsBetween(from, known, 60), rowsOfHour: generationOfHour }
}

/** An empty cell gives no row. */
const generationOfHour = onceAnHour((recording, startMs): SlotValue[] => {
  const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
  const slotEnd = slotStart.add({ hours: 1 })
  return powers(recording, slotStart).map(([series, value]) => ({ series, slotStart, slotEnd, value }))
})

/** Rows of the quarter-hourly mix of the last day; biomass comes in two parts. */
export function quarterHourlyMixRows(recording: Recording, situation: Situation, now: Temporal.Instant): SlotValue[] {
  if (!situation.hasQuarterHourlyMix) return []
  return startsBetween(now.subtract({ hours: 24 }), now.subtract({ minutes: 25 }), 15).flatMap((startMs) => {
    const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
    const slotEnd = slotStart.add({ minutes: 15 })
    const minute = slotStart.toZonedDateTimeISO('UTC').minute
    const deviationMw = [-30, -10, 10, 30][minute / 15] ?? Number.NaN
    const hour = slotStart.subtract({ minutes: minute })
    return powers(recording, hour)
      .map(([series, value]): [string, number] => [series, value + deviationMw])
      .flatMap(([series, value]): [string, number][] =>
        series === 'BIOMASS'
          ? [
              ['BIOMASS/BIOMASS', value - 20],
              ['BIOMASS/BIOGAS', 20],
            ]
          : [[series, value]],
      )
      .map(([series, value]) => ({ series, slotStart, slotEnd, value }))
  })
}

/** Starts of the slots from `from` on that have ended by `to`, ms since the epoch. */
function startsBetween(from: Temporal.Instant, to: Temporal.Instant, minutes: number): number[] {
  const rounding = { smallestUnit: 'minute', roundingIncrement: minutes, roundingMode: 'ceil' } as const
  const slotMs = minutes * minuteMs
  const starts: number[] = []
  let startMs = from.round(rounding).epochMilliseconds
  while (startMs + slotMs <= to.epochMilliseconds) {
    starts.push(startMs)
    startMs += slotMs
  }
  return starts
}

function powers({ generation }: Recording, hour: Temporal.Instant): [string, number][] {
  const row = generation.get(hour.toString({ smallestUnit: 'second' }))
  if (row === undefined) return []
  const storageMw = pumpedStorageMw(row)
  const recorded = Object.entries(columnByType).flatMap(([type, column]): [string, number][] =>
    row[column] === '' || row[column] === undefined ? [] : [[type, Number(row[column])]],
  )
  return storageMw === null ? recorded : [...recorded, ['HYDRO_PUMPED_STORAGE', storageMw]]
}

/** As the operator publishes it: generation less pumping, unknown when neither was recorded. */
function pumpedStorageMw(row: RecordedRow): number | null {
  const { hydro_pumped_mw: generated = '', hydro_pumped_consumption_mw: pumped = '' } = row
  return generated === '' && pumped === '' ? null : Number(generated) - Number(pumped)
}
