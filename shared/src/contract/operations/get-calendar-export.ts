import { operation } from '../entry/operation.ts'
import { holdsUntilHour } from '../entry/stale-rules.ts'
import { CalendarText } from '../formats/export-bodies.ts'

export const getCalendarExport = operation({
  id: 'getCalendarExport',
  path: '/v1/export/calendar.ics',
  owner: 'svc-score',
  needsKey: true,
  response: CalendarText,
  schemas: { CalendarText },
  exportedAs: 'text/calendar',
  isLive: true,
  staleRule: holdsUntilHour,
  chapter: 'Exports',
  summary: 'Best hours of each day, and white and red days, as a calendar to subscribe to',
  notes:
    'Subscribe to it with the key as password. The best two hours of each Paris day within the reach of the plan, by the national score, in French; an event keeps its UID while a later forecast moves it. White and red days run from 06:00 to 06:00; those that are not published are entries from a probability of 50 % on, tentative and with the probability.',
})
