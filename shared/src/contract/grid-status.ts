import * as v from 'valibot'
import { gridSignalStatuses } from '../grid/grid-signal.ts'
import { IsoDate, UtcTimestamp } from './fields.ts'

/** Days of the signal as the answer names them: today and the three after it. */
export const signalDayNames = ['D', 'D+1', 'D+2', 'D+3'] as const

/** One hour of the signal; `time` is its start. */
export const GridStatusHour = v.strictObject({ time: UtcTimestamp, status: v.picklist(gridSignalStatuses) })

/** One Paris day of the signal (23, 24 or 25 hours). `message` is the publisher's French text. */
export const GridStatusDay = v.strictObject({
  date: IsoDate,
  day: v.picklist(signalDayNames),
  status: v.picklist(gridSignalStatuses),
  message: v.string(),
  hours: v.array(GridStatusHour),
})

/** Body of `GET /v1/grid/status` (decisions §3). `stale`: an issue is missing that was due. */
export const GridStatusResponse = v.strictObject({
  source: v.string(),
  license: v.string(),
  publishedAt: v.nullable(UtcTimestamp),
  fetchedAt: UtcTimestamp,
  stale: v.boolean(),
  days: v.pipe(v.array(GridStatusDay), v.minLength(1), v.maxLength(signalDayNames.length)),
})
export type GridStatusResponse = v.InferOutput<typeof GridStatusResponse>

export const gridStatusSource = 'RTE, signal de tension du réseau électrique (données ouvertes)'
export const openLicence = 'Licence Ouverte / Open Licence 2.0 (Etalab)'
