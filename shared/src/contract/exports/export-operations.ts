import { tariffParameterNames } from '../planning/schedule-parameters.ts'
import {
  CalendarText,
  CarbonAwareForecast,
  EmhassForecast,
  EvccForecast,
  PrometheusExposition,
} from './export-bodies.ts'

/** What all exports have in common: each is a live operation for another program, in that program's own form. */
const ofEveryExport = { method: 'GET', owner: 'svc-score', needsKey: true, isLive: true } as const

/** The exports (decisions §8). `exportedAs` = the one content type of the body; the key may come as HTTP Basic too. */
export const exportOperations = [
  {
    ...ofEveryExport,
    id: 'getEvccExport',
    path: '/v1/export/evcc',
    queryParameters: ['quantity', ...tariffParameterNames],
    exportedAs: 'application/json',
    response: EvccForecast,
    summary: 'Price, carbon intensity or tariff of the coming quarter-hours, as a custom tariff of evcc reads them',
  },
  {
    ...ofEveryExport,
    id: 'getEmhassExport',
    path: '/v1/export/emhass',
    queryParameters: ['quantity', ...tariffParameterNames],
    exportedAs: 'application/json',
    response: EmhassForecast,
    summary: 'Price, carbon intensity or tariff by instant, as EMHASS takes forecasts at run time',
  },
  {
    ...ofEveryExport,
    id: 'getCarbonAwareSdkExport',
    path: '/v1/export/carbon-aware-sdk',
    queryParameters: [],
    exportedAs: 'application/json',
    response: CarbonAwareForecast,
    summary: 'Carbon intensity of the coming quarter-hours, as the Carbon Aware SDK writes forecast data',
  },
  {
    ...ofEveryExport,
    id: 'getPrometheusExport',
    path: '/v1/export/prometheus',
    queryParameters: [],
    exportedAs: 'text/plain; version=0.0.4',
    response: PrometheusExposition,
    summary: 'Gauges of the quarter-hour in progress, for Prometheus',
  },
  {
    ...ofEveryExport,
    id: 'getCalendarExport',
    path: '/v1/export/calendar.ics',
    queryParameters: [],
    exportedAs: 'text/calendar',
    response: CalendarText,
    summary: 'Best hours of each day, and white and red days, as a calendar to subscribe to',
  },
] as const
