import * as v from 'valibot'
import { CarbonSeriesPoint, CarbonSeriesResponse } from '../carbon/carbon-series.ts'
import { operation } from '../entry/operation.ts'
import { seriesParameters } from '../query/window-parameters.ts'

export const getCarbonSeries = operation({
  id: 'getCarbonSeries',
  path: '/v1/carbon/series',
  owner: 'svc-history',
  needsKey: true,
  isClosedToDemo: true,
  query: v.strictObject(seriesParameters),
  response: CarbonSeriesResponse,
  schemas: { CarbonSeriesResponse, CarbonSeriesPoint },
  clientFile: 'hours',
  streamedAs: {
    'text/csv':
      'Points as a table (RFC 4180): a header row with the field names of CarbonSeriesPoint; an empty field means null.',
    'application/x-ndjson': 'One CarbonSeriesPoint per line, as JSON.',
  },
  chapter: 'Carbon',
  summary: 'Past carbon intensity of every quarter-hour or hour',
  notes:
    'Each value describes its own slot, by the newest version of the published data; corrections of the publishers replace values and change the ETag. final tells whether further corrections are expected. A quarter-hour is computed from the quarter-hourly mix of the operator, an hour as /api/hours has it; neither is a mean of the other. For the boundary consumption, the net imports and the intensities of the neighbours are those of the hour, also in its quarter-hours. A slot without a complete mix, or with an unknown border for the boundary consumption, is null. from inclusive, to exclusive, at most 366 days; the history depth of the plan applies as in /v1/score/history. If no slot is stored in the window, the response is 200 with an empty list. The response is streamed; text/csv and application/x-ndjson contain only the points, and the headers X-Effective-From and X-Truncated describe the window.',
  exampleQuery: 'from=2026-02-03T16:00:00Z&to=2026-02-03T17:00:00Z',
  cutInExample: [['points']],
})
