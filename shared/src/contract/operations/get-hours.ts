import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { holdsForAnHour } from '../entry/stale-rules.ts'
import { HoursResponse, HoursSource, HoursVersions } from '../hours.ts'
import { monthParameters } from '../query/window-parameters.ts'

export const getHours = operation({
  id: 'getHours',
  path: '/api/hours',
  owner: 'svc-history',
  needsKey: false,
  query: v.strictObject(monthParameters),
  response: HoursResponse,
  schemas: { HoursResponse, HoursVersions, HoursSource },
  clientFile: 'hours',
  writtenAs: {
    'text/csv':
      'The columns as a table (RFC 4180): a header row with hours, productionGCo2PerKwh, consumptionGCo2PerKwh, directGCo2PerKwh, eurPerMwh and tempoColor, then one row per hour; an empty field means null.',
  },
  isLive: true,
  staleRule: holdsForAnHour,
  chapter: 'Service',
  summary: 'Carbon intensities, price and Tempo colour of each hour of a month',
  notes:
    'For statements of own consumption: a year is 12 requests. Each value describes its own hour, by the newest version of the published data; the points of the history describe an older hour and are never changed. Corrections of the publishers replace values, and change the ETag. A final month (complete) may be cached for a day, any other for five minutes; wait for Retry-After when the limit of the client address is reached. No key is needed, and the history depth of plans does not apply. A month without stored values is answered with empty lists; a month that has not begun is refused with 400. text/csv contains only the columns.',
  exampleQuery: 'month=2026-02',
  cutInExample: [
    ['hours'],
    ['productionGCo2PerKwh'],
    ['consumptionGCo2PerKwh'],
    ['directGCo2PerKwh'],
    ['eurPerMwh'],
    ['tempoColor'],
  ],
})
