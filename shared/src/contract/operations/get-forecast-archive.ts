import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import {
  ArchivedColorPoint,
  ArchivedForecastPoint,
  ArchiveResponse,
  ColorArchiveResponse,
  ForecastArchiveResponse,
} from '../forecast/forecast-archive.ts'
import { archiveParameters } from '../query/window-parameters.ts'

export const getForecastArchive = operation({
  id: 'getForecastArchive',
  path: '/v1/forecast/archive',
  owner: 'svc-history',
  needsKey: true,
  isClosedToDemo: true,
  query: v.strictObject(archiveParameters),
  response: ArchiveResponse,
  schemas: {
    ArchiveResponse,
    ForecastArchiveResponse,
    ArchivedForecastPoint,
    ColorArchiveResponse,
    ArchivedColorPoint,
  },
  clientFile: 'forecast',
  streamedAs: {
    'text/csv':
      'Points as a table: a header row with the names of ArchivedForecastPoint (of the colours: ArchivedColorPoint); blue, white and red stand in place of probabilities, empty where there is no value (RFC 4180).',
    'application/x-ndjson': 'One ArchivedForecastPoint (of the colours: ArchivedColorPoint) per line, as JSON.',
  },
  chapter: 'Service',
  summary: 'Forecasts as they were issued, next to the values that came true',
  notes:
    'One forecast is issued every hour for the hour in progress and the 48 after it, and stored unchanged. Choose a window of issues (issuedFrom, issuedTo) or of forecast hours (targetFrom, targetTo), not both; the rules of the history hold for it: from inclusive, to exclusive, at most 366 days, depth of the plan. actual is what came true and may change with later corrections; everything else of a point never changes. A price or score has no band until 100 errors are known. Nothing archived is 200 with an empty list. Answered as a stream; text/csv and application/x-ndjson hold only the points, with X-Effective-From and X-Truncated. The score has 1 decimal, everything else 2. With quantity=tariffColor the points are tariff days (targets by their start, 06:00 in Paris): an outlook of the colours is issued whenever it says something new, at least once a day, with the probabilities that /v1/tariff/outlook served; actual is the colour that was published, in CSV the columns blue, white and red stand in place of probabilities.',
  exampleQuery: 'targetFrom=2026-02-03T16:00:00Z&targetTo=2026-02-03T17:00:00Z',
  cutInExample: [['points']],
})
