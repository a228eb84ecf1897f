import { operation } from '../entry/operation.ts'
import { holdsUntilQuarterHour } from '../entry/stale-rules.ts'
import { PrometheusExposition } from '../formats/export-bodies.ts'

export const getPrometheusExport = operation({
  id: 'getPrometheusExport',
  path: '/v1/export/prometheus',
  owner: 'svc-score',
  needsKey: true,
  response: PrometheusExposition,
  schemas: { PrometheusExposition },
  exportedAs: 'text/plain; version=0.0.4',
  isLive: true,
  // The gauges describe only the quarter-hour in progress.
  staleRule: holdsUntilQuarterHour,
  chapter: 'Exports',
  summary: 'Gauges of the quarter-hour in progress, for Prometheus',
  notes:
    'Each scrape counts as one request: a scrape interval of 5 minutes needs 8 928 requests in a month of 31 days. Grid signal and tariff colour are gauges of 0 or 1, one for each possible value.',
})
