import type { TariffColor } from '@hexawatt/shared/grid/public-signals'
import { parisDate, toParisInstant, toParisTime } from '@hexawatt/shared/time/paris'
import { readCsvFile, runOnce } from '../replay/csv-file.ts'
import { type Answer, answerUnrecorded, toRecordedAnswer as recordedAnswer } from '../subjects/answer.ts'
import { listParisDays, type TimeWindow, toSpan } from '../subjects/span.ts'
import { generateTariffDays, type TariffDay } from './tariff-season.ts'

/** Paris times of the day before: when a colour is written (`updated_date`), and from when it is served. */
const writtenTime = Temporal.PlainTime.from('10:20')
const servedTime = Temporal.PlainTime.from('10:40')

/** Days after today with a public colour: one (tomorrow) from 10:40 Paris, zero before. */
export function countPublicDaysAhead(now: Temporal.Instant): number {
  const time = toParisTime(now).toPlainTime()
  return Temporal.PlainTime.compare(time, servedTime) >= 0 ? 1 : 0
}

function findLastPublicDay(now: Temporal.Instant): Temporal.PlainDate {
  return parisDate(now).add({ days: countPublicDaysAhead(now) })
}

export function findWritingTime(date: Temporal.PlainDate): Temporal.Instant {
  return toParisInstant(date.subtract({ days: 1 }), writtenTime)
}

const recordedNote = 'Recorded colours; when each was written is not recorded and taken as 10:20 of the day before.'
const generatedNote = 'Colours by the rules of the contract from a model of the French grid, not announced ones.'

type TariffSources = { recorded: RecordedTariff | null; replayOnly: boolean }

/**
 * Public colours of the days that the window touches, oldest first. The newest of these days that has begun decides: if it
 * is recorded, the recorded colours, else generated colours of the unrecorded days. No answer mixes both.
 */
export function answerTariff(
  { recorded, replayOnly }: TariffSources,
  window: TimeWindow,
  now: Temporal.Instant,
): Answer<readonly TariffDay[]> {
  const last = findLastPublicDay(now)
  const dates = listParisDays(toSpan(window))
    .map(({ date }) => date)
    .filter((date) => Temporal.PlainDate.compare(date, last) <= 0)
  const decisive = findNewestBegunDay(dates, now)
  if (recorded !== null && decisive !== undefined && recorded.holds(decisive)) {
    return recordedAnswer(recorded.days(dates), recordedNote)
  }
  const missing = dates.filter((date) => recorded?.holds(date) !== true)
  return answerUnrecorded(replayOnly, generatedNote, () => generateTariffDays(missing))
}

/** The newest day that has begun; if none has, the newest day. */
function findNewestBegunDay(
  dates: readonly Temporal.PlainDate[],
  now: Temporal.Instant,
): Temporal.PlainDate | undefined {
  const today = parisDate(now)
  return dates.findLast((date) => Temporal.PlainDate.compare(date, today) <= 0) ?? dates.at(-1)
}

const fileName = 'tempo_days_2014-2026'

/** The operator's files write French colours. */
const colorByFrench: ReadonlyMap<string, TariffColor> = new Map([
  ['BLEU', 'BLUE'],
  ['BLANC', 'WHITE'],
  ['ROUGE', 'RED'],
])

/** Recorded colours of the days from the first to the last row; a day without a colour is absent. */
type RecordedTariff = {
  holds: (date: Temporal.PlainDate) => boolean
  days: (dates: readonly Temporal.PlainDate[]) => TariffDay[]
}

/** Reads the folder's colour file on the first call; null when there is none. */
export function createRecordedTariff(folder: string): () => Promise<RecordedTariff | null> {
  return runOnce(() => readRecordedTariff(folder))
}

async function readRecordedTariff(folder: string): Promise<RecordedTariff | null> {
  const file = await readCsvFile(folder, fileName)
  if (file === null) return null
  const [dateColumn, colorColumn] = [file.columns.indexOf('date'), file.columns.indexOf('color')]
  // ISO dates sort as texts.
  const dates = file.rows.map((row) => row[dateColumn] ?? '').sort()
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const colorByDate = new Map(
    file.rows.map((row) => [row[dateColumn] ?? '', colorByFrench.get(row[colorColumn] ?? '')]),
  )
  return {
    holds: (date) => date.toString() >= first && date.toString() <= last,
    days: (asked) =>
      asked.flatMap((date) => {
        const color = colorByDate.get(date.toString())
        return color === undefined ? [] : [{ date, color }]
      }),
  }
}
