import { describe, expect, test } from 'bun:test'
import { tariffColorCodes } from '../../grid/public-signals.ts'
import { hourMs } from '../../time/instant.ts'
import { parisTimeZone, toTariffDayStart } from '../../time/paris.ts'
import type { SlotValue } from '../hourly-means.ts'
import { computeDailyNetLoad, type NetLoadRows } from './daily-net-load.ts'
import { forecastColors, maxLeadDays } from './forecast-colors.ts'
import { netLoadHistoryDays, type WeatherDays } from './net-load-record.ts'
import { assembleColorInputs } from './outlook-inputs.ts'
import { findTariffSeason } from './tariff-season.ts'

const today = Temporal.PlainDate.from('2026-01-13')
const day = (days: number) => today.add({ days })

/** Hours of whole tariff days with one value, or one that depends on the day. */
function hours(series: string, from: number, to: number, mw: (days: number) => number): SlotValue[] {
  return Array.from({ length: to - from }, (_, index) => from + index).flatMap((days) => {
    const startMs = toTariffDayStart(day(days)).epochMilliseconds
    const endMs = toTariffDayStart(day(days + 1)).epochMilliseconds
    return Array.from({ length: (endMs - startMs) / hourMs }, (_, hour) =>
      slot(series, startMs + hour * hourMs, mw(days)),
    )
  })
}

function slot(series: string, startMs: number, value: number): SlotValue {
  const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
  return { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value }
}

/** A load that is 46 to 66 GW over the year, forecast 1 GW too low; 5 GW of wind and 1 GW of sun. */
const loadMw = (days: number) => 56_000 + 10_000 * Math.cos((2 * Math.PI * days) / 365)

const colorSlots: SlotValue[] = findTariffSeason(today)
  .filter(({ date }) => date <= day(1).toString())
  .map(({ date, mayBeRed }, index) => {
    const color = mayBeRed && index % 6 === 0 ? 'RED' : 'BLUE'
    const slotStart = Temporal.PlainDate.from(date).toZonedDateTime(parisTimeZone).toInstant()
    return { series: 'COLOR', slotStart, slotEnd: slotStart.add({ hours: 24 }), value: tariffColorCodes[color] }
  })

type ColorRows = NetLoadRows & { tariffCalendar: readonly SlotValue[] }
const rows: ColorRows = {
  consumption: [
    ...hours('REALISED', -400, 0, loadMw),
    ...hours('D-1', -40, 1, (days) => loadMw(days) - 1_000),
    ...hours('D-2', 1, 2, (days) => loadMw(days) - 1_000),
  ],
  consumptionWeekly: hours('WEEKLY', 2, 8, (days) => loadMw(days) - 1_000),
  generationByType: [...hours('WIND_ONSHORE', -400, 0, () => 5_000), ...hours('SOLAR', -400, 0, () => 1_000)],
  generationForecast: [...hours('D-1/WIND_ONSHORE', -40, 1, () => 5_200), ...hours('D-1/SOLAR', -40, 1, () => 1_000)],
  tariffCalendar: colorSlots,
}
const noneAnnounced = () => null

type Given = { weather?: WeatherDays; announcedWhite?: (date: string) => number | null }

/** Inputs from the rows of all days. */
function inputsOf(of: ColorRows, { weather, announcedWhite = noneAnnounced }: Given = {}) {
  const netLoad = computeDailyNetLoad(of, day(-netLoadHistoryDays), day(maxLeadDays))
  const known = { netLoad, weather: weather ?? null, tariffCalendar: of.tariffCalendar }
  return assembleColorInputs(known, today, announcedWhite)
}

/** The rows that begin with a day. */
const since = (values: readonly SlotValue[], days: number) => {
  const fromMs = toTariffDayStart(day(days)).epochMilliseconds
  return values.filter(({ slotStart }) => slotStart.epochMilliseconds >= fromMs)
}

/** Ten days by the weather, with the mean error of the published loads that it was learnt from. */
const tenDays: WeatherDays = {
  loadMw: Array.from({ length: 10 }, (_, lead) => loadMw(lead) - 1_000),
  windAndSunMw: Array(10).fill(6_000),
}

describe('colour outlook inputs', () => {
  test('with all feeds give variant A: forecasts of seven days without their mean error', () => {
    const { inputs, phantomWhites } = inputsOf(rows)
    expect(phantomWhites).toBe(0)
    expect(inputs.forecasts.map(({ lead }) => lead)).toEqual([0, 1, 2, 3, 4, 5, 6])
    for (const { lead, netLoadMw } of inputs.forecasts) expect(netLoadMw).toBeCloseTo(loadMw(lead) - 6_000, 3)
    expect(inputs.forecasts[0]?.sdMw).toBe(800)
    // Tomorrow has no forecast of wind and sun yet: its error is added.
    expect(inputs.forecasts[1]?.sdMw).toBeCloseTo(Math.hypot(1_300, 3_500), 6)
    expect(forecastColors(inputs)?.variant).toBe('A')
  })

  test('without forecasts give variant B, and without net load variant C', () => {
    const ofB = inputsOf({
      ...rows,
      consumptionWeekly: [],
      generationForecast: [],
      consumption: rows.consumption.filter(({ series }) => series === 'REALISED'),
    })
    expect(forecastColors(ofB.inputs)?.variant).toBe('B')
    const ofC = inputsOf({ ...rows, generationByType: [] })
    expect(ofC.inputs.forecasts).toEqual([])
    expect(forecastColors(ofC.inputs)?.variant).toBe('C')
  })

  test('with the weather reach nine days, with the published forecast of today, and without the mean error of published loads', () => {
    const { inputs } = inputsOf(rows, { weather: tenDays })
    const forecasts = inputs.weatherForecasts ?? []
    expect(forecasts.map(({ lead }) => lead)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    for (const { lead, netLoadMw } of forecasts) expect(netLoadMw).toBeCloseTo(loadMw(lead) - 6_000, 3)
    // Tomorrow has no published forecast of wind and sun yet.
    expect(forecasts.map(({ sdMw }) => sdMw)).toEqual(Array(10).fill(null))
    expect(forecastColors(inputs)).toMatchObject({ variant: 'A' })
    expect(forecastColors(inputs)?.days).toHaveLength(10)
  })

  test('with the weather keep the published forecast of tomorrow once load, wind and sun are published, with its own error', () => {
    const generationForecast = [
      ...hours('D-1/WIND_ONSHORE', -40, 2, () => 5_200),
      ...hours('D-1/SOLAR', -40, 2, () => 1_000),
    ]
    const { inputs } = inputsOf({ ...rows, generationForecast }, { weather: { ...tenDays, loadMw: Array(10).fill(0) } })
    const [ofToday, ofTomorrow, later] = inputs.weatherForecasts ?? []
    expect(ofToday).toMatchObject({ lead: 0, sdMw: null })
    expect(ofTomorrow).toMatchObject({ lead: 1, sdMw: 1_300 })
    expect(ofTomorrow?.netLoadMw).toBeCloseTo(loadMw(1) - 6_000, 3)
    expect(later).toMatchObject({ lead: 2, sdMw: null })
    expect(later?.netLoadMw).toBeCloseTo(-5_000, 6)
  })

  test('with the weather leave days out that it does not cover, and rest on published forecasts when it covers none', () => {
    const hole = tenDays.loadMw.map((mw, lead) => (lead === 4 ? null : mw))
    const { inputs } = inputsOf(rows, { weather: { ...tenDays, loadMw: hole } })
    expect(inputs.weatherForecasts?.map(({ lead }) => lead)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9])
    const none = inputsOf(rows, { weather: { ...tenDays, loadMw: Array(10).fill(null) } }).inputs
    expect(none.weatherForecasts).toEqual([])
    expect(forecastColors(none)?.variant).toBe('A')
    expect(forecastColors(none)?.days).toHaveLength(10)
  })

  test('of an installation that knows 28 days give variant A by the shipped net load, and before it knows any variant C', () => {
    const { consumption, generationByType, generationForecast } = rows
    const firstDay = {
      ...rows,
      consumption: since(consumption, -29),
      generationByType: since(generationByType, -29),
      generationForecast: since(generationForecast, -29),
    }
    const outlook = forecastColors(inputsOf(firstDay, { weather: tenDays }).inputs)
    expect(outlook?.variant).toBe('A')
    expect(outlook?.days).toHaveLength(10)
    const nothing = { ...rows, consumption: [], generationByType: [], consumptionWeekly: [], generationForecast: [] }
    const first = forecastColors(inputsOf(nothing, { weather: tenDays }).inputs)
    expect(first?.variant).toBe('C')
    expect(first?.days).toHaveLength(10)
  })

  test('do not depend on what was realised after the outlook', () => {
    const outlookOf = (of: ColorRows) => forecastColors(inputsOf(of, { weather: tenDays }).inputs)
    const nonsense = (series: string) => hours(series, 0, 9, () => 9_999_999)
    const peeking = {
      ...rows,
      consumption: [...rows.consumption, ...nonsense('REALISED')],
      generationByType: [...rows.generationByType, ...nonsense('WIND_ONSHORE'), ...nonsense('SOLAR')],
    }
    expect(outlookOf(peeking)).toEqual(outlookOf(rows))
  })

  test('without one past colour of the season give no outlook', () => {
    const hole = colorSlots.filter(({ slotStart }) => !slotStart.toString().startsWith('2025-10-09'))
    expect(hole).toHaveLength(colorSlots.length - 1)
    expect(forecastColors(inputsOf({ ...rows, tariffCalendar: hole }).inputs)).toBeNull()
  })

  test('remove a white day from the stock after five expected white days in a row came blue', () => {
    const mondays = (date: string) => Temporal.PlainDate.from(date).dayOfWeek === 2
    const announced = (count: number) => {
      let left = count
      return (date: string) => (mondays(date) && date < '2025-11-01' && left-- > 0 ? 0.95 : 0)
    }
    expect(inputsOf(rows, { announcedWhite: announced(4) }).phantomWhites).toBe(0)
    const { inputs, phantomWhites } = inputsOf(rows, { announcedWhite: announced(5) })
    expect(phantomWhites).toBe(1)
    expect(inputs.seasonStock).toEqual({ red: 22, white: 42 })
  })
})

describe('the mean net load of a tariff day', () => {
  const one = (of: ColorRows) => computeDailyNetLoad(of, day(-1), day(0))
  const without = (values: readonly SlotValue[], series: string, fromDays: number, hour: number) => {
    const fromMs = toTariffDayStart(day(fromDays)).epochMilliseconds + hour * hourMs
    return values.filter((value) => value.series !== series || value.slotStart.epochMilliseconds < fromMs)
  }

  test('takes up to two late hours from the day before, and is unknown if more are late', () => {
    const consumption = without(rows.consumption, 'REALISED', -1, 22)
    expect(one({ ...rows, consumption }).loadMw[0]).toBeCloseTo((22 * loadMw(-1) + 2 * loadMw(-2)) / 24, 6)
    const tooLate = without(rows.consumption, 'REALISED', -1, 21)
    expect(one({ ...rows, consumption: tooLate }).loadMw[0]).toBeNull()
  })

  test('uses a forecast that ends at midnight', () => {
    const generationForecast = without(rows.generationForecast, 'D-1/SOLAR', 0, 18)
    expect(one({ ...rows, generationForecast }).windAndSunForecastMw[1]).toBeCloseTo(6_200, 6)
  })

  test('is unknown without sun or onshore wind, and requires offshore wind once it is reported', () => {
    expect(one({ ...rows, generationByType: hours('SOLAR', -2, 0, () => 1_000) }).windAndSunMw[0]).toBeNull()
    const offshore = hours('WIND_OFFSHORE', -2, 0, () => 500)
    expect(one({ ...rows, generationByType: [...rows.generationByType, ...offshore] }).windAndSunMw[0]).toBe(6_500)
    const broken = [...rows.generationByType, ...offshore.slice(0, 30)]
    expect(one({ ...rows, generationByType: broken }).windAndSunMw[0]).toBeNull()
  })

  test('has 25 hours when clocks go back', () => {
    const change = Temporal.PlainDate.from('2025-10-25')
    const offset = today.until(change, { largestUnit: 'days' }).days
    expect(hours('REALISED', offset, offset + 1, () => 0)).toHaveLength(25)
    const of = computeDailyNetLoad(
      { ...rows, consumption: hours('REALISED', offset, offset + 1, loadMw) },
      change,
      change,
    )
    expect(of.loadMw[0]).toBeCloseTo(loadMw(offset), 6)
  })
})
