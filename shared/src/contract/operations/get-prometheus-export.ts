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
  // The gauges hold the quarter-hour in progress only.
  staleRule: holdsUntilQuarterHour,
  chapter: 'Exports',
  summary: 'Gauges of the quarter-hour in progress, for Prometheus',
  notes:
    'One scrape counts as one request: at an interval of 5 minutes 8 928 in a month of 31 days. The grid signal and the colour are gauges of 0 or 1 per value.',
})
