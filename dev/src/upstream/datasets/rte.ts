import { minuteMs } from '@hexawatt/shared/time/instant'
import { addParisDays, toParisYear, toParisYearStart } from '@hexawatt/shared/time/paris'
import { issuedDays } from '../documents/signals.ts'
import { countPublicDaysAhead } from '../documents/tariff-days.ts'
import { createSeriesLayout } from '../formats/operator-blocks.ts'
import { createOperatorDataset, createSlotDataset } from '../formats/operator-format.ts'
import { isLongerThanParisDays, listAllows, readList } from '../formats/operator-query.ts'
import type { AnyDataset } from '../server/dataset.ts'
import { createOperatorRefusal } from '../server/refusals.ts'
import { findAreaName } from '../subjects/border-flows.ts'
import { findNewestAuctionDay, weeklyReachDays } from '../subjects/publication.ts'
import { batteryType } from '../subjects/quarter-hour.ts'
import { readCalendarFilter, writeCalendar, writeCapacities, writeImbalance, writeSignals } from './rte/documents.ts'
import { readMessageFilter, writeMessages } from './rte/outage-messages.ts'
import { checkMidnights, readProcess } from './rte/schedule-query.ts'
import {
  layOutAuctions,
  layOutForecasts,
  layOutSchedules,
  layOutWeeklyForecasts,
  toProductionType,
} from './rte/slot-layouts.ts'

/** Most days of a call with forecasts of consumption; realised values allow longer periods. */
const maxForecastDays = 31
/** `CORRECTED` is accepted and always empty. */
const consumptionTypes = ['REALISED', 'ID', 'D-1', 'D-2', 'CORRECTED'] as const
/** Types of the forecasts; those without data are accepted and empty. */
const forecastTypes = ['CURRENT', 'ID', 'D-1', 'D-2', 'D-3'] as const
const forecastProductionTypes = ['WIND_ONSHORE', 'WIND_OFFSHORE', 'SOLAR', 'AGGREGATED_CPC', 'MDSE'] as const

/** The resources of the operator's data API, one row each. How a row is added: `server/dataset.ts`. */
export const rteDatasets: readonly AnyDataset[] = [
  createSlotDataset({
    feed: 'generation_by_type',
    path: 'actual_generation/v1/actual_generations_per_production_type',
    errorPrefix: 'ACTUALGEN_PRODTYPE',
    maxDays: 155,
    latestEnd: 'now',
    readFilter: (query) => ({ holdsSeries: (key) => listAllows(query, 'production_type', [key]) }),
    layout: createSeriesLayout((key) => ({ production_type: key })),
  }),
  createSlotDataset({
    feed: 'generation_mix_15min',
    path: 'actual_generation/v1/generation_mix_15min_time_scale',
    errorPrefix: 'ACTUALGEN_MIX15MIN',
    maxDays: 14,
    latestEnd: { daysAhead: 0 },
    readFilter: (query) => ({
      holdsSeries(key) {
        const [type = key, subtype = 'TOTAL'] = key.split('/')
        if (type === batteryType) return false
        return listAllows(query, 'production_type', [type]) && listAllows(query, 'production_subtype', [subtype])
      },
    }),
    layout: createSeriesLayout((key) => {
      const [production_type = key, production_subtype = 'TOTAL'] = key.split('/')
      return { production_type, production_subtype }
    }),
  }),
  createSlotDataset({
    feed: 'generation_forecast',
    path: 'generation_forecast/v3/forecasts',
    errorPrefix: 'GENERATIONFORECAST_FORECASTS',
    maxDays: 21,
    latestEnd: { daysAhead: 3 },
    readFilter(query, _, errorPrefix) {
      const productionTypes = readList(query, 'production_type', forecastProductionTypes, errorPrefix)
      const types = readList(query, 'type', forecastTypes, errorPrefix)
      return {
        holdsFamily: (family) => types.includes(family),
        holdsSeries: (key) => productionTypes.includes(toProductionType(key)),
      }
    },
    layout: layOutForecasts,
    // The operator documents that it refuses a call without data, but not the code.
    nothingCode: 'F08',
  }),
  createSlotDataset({
    feed: 'consumption',
    path: 'consumption/v1/short_term',
    errorPrefix: 'CONSUMPTION_SHORTTERM',
    maxDays: 186,
    latestEnd: { daysAhead: 2 },
    readFilter(query, period, errorPrefix) {
      const types = readList(query, 'type', consumptionTypes, errorPrefix)
      const asksForecast = types.some((type) => type !== 'REALISED' && type !== 'CORRECTED')
      if (asksForecast && isLongerThanParisDays(period, maxForecastDays)) {
        const description = `It is not possible to recover forecasts of more than ${maxForecastDays} days.`
        throw createOperatorRefusal(400, `${errorPrefix}_F04`, description)
      }
      return { holdsFamily: (family) => types.includes(family) }
    },
    layout: createSeriesLayout((key) => ({ type: key })),
  }),
  createSlotDataset({
    feed: 'consumption_weekly',
    path: 'consumption/v1/weekly_forecasts',
    errorPrefix: 'CONSUMPTION_WEEKLYFORECAST',
    maxDays: 155,
    latestEnd: { daysAhead: weeklyReachDays.last },
    defaultPeriod: (now) => ({
      start: addParisDays(now, weeklyReachDays.first),
      end: addParisDays(now, weeklyReachDays.last + 1),
    }),
    layout: layOutWeeklyForecasts,
  }),
  createSlotDataset({
    feed: 'power_exchanges',
    path: 'wholesale_market/v3/france_power_exchanges',
    errorPrefix: 'WHOLESALEMARKET_FRPOWEREXCH',
    maxDays: 155,
    latestEnd: { daysAhead: 1 },
    defaultPeriod(now) {
      const start = Temporal.Instant.fromEpochMilliseconds(findNewestAuctionDay(now.epochMilliseconds))
      return { start, end: addParisDays(start, 1) }
    },
    layout: layOutAuctions,
  }),
  createSlotDataset({
    feed: 'physical_flows',
    path: 'physical_flow/v1/physical_flows',
    errorPrefix: 'PHYSICALFLOW_PHYSFLOWS',
    maxDays: 14,
    latestEnd: { daysAhead: 0 },
    readFilter: (query) => ({ holdsSeries: (key) => listAllows(query, 'country_eic_code', key.split('>')) }),
    layout: createSeriesLayout((key) => {
      const [sender = '', receiver = ''] = key.split('>')
      return {
        sender_country_eic_code: sender,
        sender_country_name: findAreaName(sender),
        receiver_country_eic_code: receiver,
        receiver_country_name: findAreaName(receiver),
      }
    }),
  }),
  createSlotDataset({
    feed: 'exchange_schedules',
    path: 'exchange_schedule/v2/schedules',
    rootName: 'time_series',
    errorPrefix: 'EXCHSCHED_SCHED',
    maxDays: 7,
    latestEnd: { daysAhead: 1 },
    readFilter(query, period, errorPrefix) {
      checkMidnights(query, period, errorPrefix)
      const process = readProcess(query, errorPrefix)
      return { holdsFamily: (family) => family === process }
    },
    layout: layOutSchedules,
  }),
  createOperatorDataset({
    feed: 'grid_signals',
    path: 'ecowatt/v5/signals',
    errorPrefix: 'ECOWATT_SIGNALS',
    ignoresPeriod: true,
    maxDays: 0,
    latestEnd: 'now',
    maxBlocks: issuedDays,
    minCallGapMs: 15 * minuteMs,
    readFilter: () => null,
    load: (source) => source.signals(),
    write: (days, _, { now, faults }) => writeSignals(days, now, faults),
  }),
  createOperatorDataset({
    feed: 'tariff_calendar',
    path: 'tempo_like_supply_contract/v1/tempo_like_calendars',
    rootShape: 'object',
    errorPrefix: 'TMPLIKSUPCON_TMPLIKCAL',
    maxDays: 366,
    // Tomorrow may be requested from the publication of its colour: the end is then D+2. Before, the end is beyond the term.
    latestEnd: { daysAhead: countPublicDaysAhead },
    readFilter: readCalendarFilter,
    load: (source, period) => source.tariffDays(period),
    write: (days, { period, filter }, { faults }) => [writeCalendar(days, { period, ...filter }, faults)],
  }),
  createOperatorDataset({
    feed: 'generation_unavailabilities',
    path: 'unavailability_additional_information/v7/generation_unavailabilities',
    errorPrefix: 'UNADINFO_GENUN',
    maxDays: 366,
    // Outages are announced for years ahead.
    latestEnd: { daysAhead: 10 * 366 },
    // The operator truncates after this many messages.
    maxBlocks: 1_000,
    readFilter: (query, _, errorPrefix) => readMessageFilter(query, errorPrefix),
    load: (source, period, filter) => source.unavailabilities(period, filter),
    write: (messages, _, { now, faults }) => writeMessages(messages, now, faults),
  }),
  createOperatorDataset({
    feed: 'installed_capacities',
    path: 'generation_installed_capacities/v1/capacities_per_production_type',
    rootShape: 'object',
    errorPrefix: 'GENINSTCAP_CAPPRODTYPE',
    maxDays: 5 * 366,
    // Capacities are yearly: the ends of the current and the next year lie in the future.
    latestEnd: { daysAhead: 2 * 366 },
    defaultPeriod: (now) => ({
      start: toParisYearStart(toParisYear(now)),
      end: toParisYearStart(toParisYear(now) + 1),
    }),
    readFilter: () => null,
    load: (source, period) => source.capacities(period),
    write: (capacities, { period }) => [writeCapacities(capacities, period)],
  }),
  createOperatorDataset({
    feed: 'imbalance',
    path: 'balancing_energy/v5/imbalance_data',
    errorPrefix: 'BALANCENERGY_IMBDATA',
    maxDays: 31,
    latestEnd: { daysAhead: 0 },
    readFilter: () => null,
    load: (source, period) => source.imbalance(period),
    write: (quarters, { period }) => [writeImbalance(quarters, period)],
  }),
]
