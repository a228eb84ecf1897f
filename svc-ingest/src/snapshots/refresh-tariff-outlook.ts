import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { netLoadForecastSeries } from '@hexawatt/shared/methodology/tariff-colors/daily-net-load'
import {
  type ColorOutlook,
  forecastColors,
  maxLeadDays,
} from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import { assembleColorInputs } from '@hexawatt/shared/methodology/tariff-colors/outlook-inputs'
import { findSeasonStart } from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import { computeWeatherDays } from '@hexawatt/shared/methodology/tariff-colors/weather-days'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { tariffOutlookSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { countKnownVersions, readSlotValues } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { hourStart, isoSeconds } from '@hexawatt/shared/time/instant'
import { parisMidnight, toTariffDay } from '@hexawatt/shared/time/paris'
import { addColorIssue, readAnnouncedWhite } from '../colors/color-issue-store.ts'
import { createDailyNetLoadReader, type DailyNetLoadReader } from '../colors/daily-net-load-reader.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/** Feeds whose forecasts an outlook follows at once; realised values wait for the next full hour. */
const forecastFeeds = ['consumption', 'consumption_weekly', 'generation_forecast'] as const

/**
 * Makes the refresh of the outlook of the tariff's colours: written again when a colour or a forecast of the days ahead has another version, when the
 * tariff day changes, and at every full hour; archived whenever it says something new. Unknown stock is written too, so that no older outlook is served.
 */
export function createTariffOutlookRefresh(sql: Sql): (deps: RefreshDeps) => Promise<void> {
  const readNetLoad = createDailyNetLoadReader(sql)
  let written = ''

  return async ({ clock, snapshots, mode, readAnalogInputs }) => {
    const now = clock.now()
    const inputs = await readInputsVersion(sql, now)
    if (inputs === written) return
    const outlook = await computeColorOutlook(sql, { readNetLoad, readAnalogInputs }, now)
    if (outlook !== null) await addColorIssue(sql, outlook, now)
    await snapshots.write(tariffOutlookSnapshot, { mode, issuedAt: isoSeconds(now), outlook }, now)
    written = inputs
  }
}

/** Key of an outlook: the hour and the versions of the inputs that it follows at once. */
async function readInputsVersion(sql: Sql, now: Temporal.Instant): Promise<string> {
  const today = toTariffDay(now)
  const ahead = { from: parisMidnight(today), to: parisMidnight(today.add({ days: maxLeadDays + 2 })) }
  const counted = await Promise.all([
    countKnownVersions(sql, computeColorSpan(today), now),
    ...forecastFeeds.map((feed) =>
      countKnownVersions(sql, { feed, series: netLoadForecastSeries[feed], ...ahead }, now),
    ),
  ])
  const versions = counted.map(({ count, newestKnownFrom }) => [count, newestKnownFrom?.toString() ?? null])
  return JSON.stringify([today.toString(), isoSeconds(hourStart(now)), versions])
}

type OutlookReaders = Pick<RefreshDeps, 'readAnalogInputs'> & { readNetLoad: DailyNetLoadReader }

/** The outlook as known at `now`; null when the stock is unknown, which is found before a year of net load is read. */
async function computeColorOutlook(
  sql: Sql,
  { readNetLoad, readAnalogInputs }: OutlookReaders,
  now: Temporal.Instant,
): Promise<ColorOutlook | null> {
  const today = toTariffDay(now)
  const [tariffCalendar, announced] = await Promise.all([
    readSlotValues(sql, computeColorSpan(today), now),
    readAnnouncedWhite(sql, findSeasonStart(today), now),
  ])
  const announcedWhite = (date: string) => announced.get(date) ?? null
  const nothing = { firstDay: today, ...recordFromEntries(dailyMeans, () => []) }
  const onlyColors = { netLoad: nothing, weather: null, tariffCalendar }
  const withoutNetLoad = assembleColorInputs(onlyColors, today, announcedWhite)
  if (forecastColors(withoutNetLoad.inputs) === null) return null
  const [netLoad, forecastInputs] = await Promise.all([readNetLoad(today, now), readAnalogInputs(now)])
  const weather = forecastInputs && computeWeatherDays(forecastInputs, now, today)
  return forecastColors(assembleColorInputs({ netLoad, weather, tariffCalendar }, today, announcedWhite).inputs)
}

const dailyMeans = ['loadMw', 'windAndSunMw', 'loadForecastMw', 'windAndSunForecastMw', 'temperatureC'] as const

/** Colours of the season and of the days ahead. */
function computeColorSpan(today: Temporal.PlainDate) {
  const to = parisMidnight(today.add({ days: maxLeadDays + 1 }))
  return { feed: 'tariff_calendar' as const, series: ['COLOR'], from: parisMidnight(findSeasonStart(today)), to }
}
