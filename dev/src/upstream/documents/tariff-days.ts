import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { TimeWindow } from '../operator/query.ts'
import type { Answer } from '../subjects/grid-source.ts'
import { parisDaysOf } from '../subjects/span.ts'
import { invented } from './invented.ts'
import { spanOf } from './paris-instant.ts'
import { generateTariffDays } from './tariff/generate-tariff-days.ts'
import { lastPublicDay } from './tariff/publication.ts'
import type { RecordedTariff } from './tariff/recorded-tariff.ts'
import type { TariffDay } from './tariff/tariff-day.ts'

const recordedNote = 'Recorded colours; when each was written is not recorded and taken as 10:20 of the day before.'
const generatedNote = 'Colours by the rules of the contract from a model of the French grid, not announced ones.'

export type TariffSources = { recorded: RecordedTariff | null; replayOnly: boolean }

/**
 * Public colours of the days that the window touches, oldest first: recorded ones when the newest of these days that has
 * begun is recorded, made-up ones of the days that are not recorded otherwise. No answer mixes them.
 */
export function answerTariff(
  { recorded, replayOnly }: TariffSources,
  window: TimeWindow,
  now: Temporal.Instant,
): Answer<TariffDay[]> {
  const last = lastPublicDay(now)
  const dates = parisDaysOf(spanOf(window))
    .map(({ date }) => date)
    .filter((date) => Temporal.PlainDate.compare(date, last) <= 0)
  const decisive = newestBegun(dates, now)
  if (recorded !== null && decisive !== undefined && recorded.holds(decisive)) {
    return { origin: 'recorded', note: recordedNote, content: recorded.days(dates) }
  }
  const unrecorded = dates.filter((date) => recorded?.holds(date) !== true)
  return invented(replayOnly, generatedNote, () => generateTariffDays(unrecorded))
}

/** The newest of the days that has begun; the newest of all when none has. */
function newestBegun(dates: readonly Temporal.PlainDate[], now: Temporal.Instant): Temporal.PlainDate | undefined {
  const today = now.toZonedDateTimeISO(parisTimeZone).toPlainDate()
  return dates.findLast((date) => Temporal.PlainDate.compare(date, today) <= 0) ?? dates.at(-1)
}
