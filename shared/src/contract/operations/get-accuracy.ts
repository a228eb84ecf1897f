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
  summary: 'Accuracy of past forecasts, compared with two naive forecasts',
  notes:
    'Computed every hour from the archived forecasts, exactly as they were issued, and the actual values. persistence repeats the newest value that was known at the issue; yesterday repeats the value of the same Paris hour on the newest known day; all three forecasts are evaluated on the same hours. Prices that were already published at the issue are not evaluated. A figure with fewer than 200 samples is null. tariffColors evaluates the archived tariff colour outlooks by lead time in days, compared with repeating the colour of the day of the issue.',
  cutInExample: [['figures'], ['tariffColors']],
})
