import { operation } from '../entry/operation.ts'
import { holdsForAnHour } from '../entry/stale-rules.ts'
import {
  AccuracyFigures,
  AccuracyResponse,
  ColorAccuracyFigures,
  ForecastAccuracy,
  NaiveAccuracy,
  PublishedIntensityFigures,
} from '../forecast/accuracy.ts'

export const getAccuracy = operation({
  id: 'getAccuracy',
  path: '/api/accuracy',
  owner: 'svc-history',
  needsKey: false,
  response: AccuracyResponse,
  schemas: {
    AccuracyResponse,
    AccuracyFigures,
    ForecastAccuracy,
    NaiveAccuracy,
    ColorAccuracyFigures,
    PublishedIntensityFigures,
  },
  clientFile: 'forecast',
  isLive: true,
  staleRule: holdsForAnHour,
  chapter: 'Service',
  summary: 'How good the forecasts were, compared with two naive ones',
  notes:
    'Computed every hour from the archived forecasts as they were issued, never recomputed, and what came true. persistence repeats the newest value that was known at the issue, yesterday the value of the same Paris hour on the newest day that was known; all three are judged on the same hours. Prices that had been published are not judged; hours of less than 200 samples give null. tariffColors judges the archived outlooks of the tariff by day and lead, compared with repeating the colour of the day of issue.',
  cutInExample: [['figures'], ['tariffColors']],
})
