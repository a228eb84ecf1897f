import * as v from 'valibot'
import { gridSignalStatuses, signalDayNames } from '../grid/grid-signal.ts'
import { described, IsoDate, UtcTimestamp } from './fields.ts'

/** One hour of the signal; `time` is its start. */
export const GridStatusHour = described(
  v.strictObject({
    time: described(UtcTimestamp, 'Start of the hour, UTC.'),
    status: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Signal of the hour; null when nothing that was received says it, as of hours that had passed before the first issue.',
    ),
  }),
  'One hour of the grid-tension signal.',
)

/** One Paris day of the signal (23, 24 or 25 hours). `message` is the publisher's French text. */
export const GridStatusDay = described(
  v.strictObject({
    date: described(IsoDate, 'Calendar day in Paris.'),
    day: described(v.picklist(signalDayNames), 'Which day this is, counted from today.'),
    status: described(v.picklist(gridSignalStatuses), 'Signal of the whole day.'),
    message: described(v.string(), 'The publisher’s sentence for the day, in French.'),
    hours: described(
      v.array(GridStatusHour),
      'Hours of the day in Paris, in order: 24, or 23 and 25 when the clock changes.',
    ),
  }),
  'One day of the grid-tension signal.',
)

/** Body of `GET /v1/grid/status` (decisions §3). `stale`: an issue is missing that was due. */
export const GridStatusResponse = described(
  v.strictObject({
    source: described(v.string(), 'Who publishes the signal.'),
    license: described(v.string(), 'Licence of the published data.'),
    publishedAt: described(v.nullable(UtcTimestamp), 'When the publisher issued the signal, UTC; null when not said.'),
    fetchedAt: described(UtcTimestamp, 'When the signal was last read, UTC.'),
    stale: described(v.boolean(), 'True when an issue that was due is missing.'),
    days: described(
      v.pipe(v.array(GridStatusDay), v.minLength(1), v.maxLength(signalDayNames.length)),
      'Today first. Three days are normal between midnight and the next issue.',
    ),
  }),
  'Grid-tension signal of the transmission operator, passed through.',
)
export type GridStatusResponse = v.InferOutput<typeof GridStatusResponse>

export const gridStatusSource = 'RTE, signal de tension du réseau électrique (données ouvertes)'
export const openLicence = 'Licence Ouverte / Open Licence 2.0 (Etalab)'
