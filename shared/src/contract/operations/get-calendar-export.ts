import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { holdsUntilHour } from '../entry/stale-rules.ts'
import { CalendarText } from '../formats/export-bodies.ts'
import { calendarParameters } from '../query/export-parameters.ts'

export const getCalendarExport = operation({
  id: 'getCalendarExport',
  path: '/v1/export/calendar.ics',
  owner: 'svc-score',
  needsKey: true,
  query: v.strictObject(calendarParameters),
  response: CalendarText,
  schemas: { CalendarText },
  exportedAs: 'text/calendar',
  isLive: true,
  staleRule: holdsUntilHour,
  chapter: 'Exports',
  summary: 'Best hours of each day and white and red Tempo days, as a calendar subscription',
  notes:
    'Subscribe to the calendar with the API key as the password. Contains the best two hours of each Paris day within the forecast of the plan, by the score with the national weighting, or with tariff the cheapest two hours under that contract (of equally cheap ones those that emit least), with their price; the texts are French. An event keeps its UID when a later forecast moves it. White and red days run from 06:00 to 06:00; a contract without colours leaves them out. Days whose colour is not published are tentative entries with their probability, from a probability of 50 % on.',
})
