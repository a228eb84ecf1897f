import type { GridSignalStatus } from './score.ts'

/** One Paris day of the grid-tension signal (23, 24 or 25 hours); `time` is the start of an hour in UTC. */
export type GridStatusDay = {
  date: string
  day: 'D' | 'D+1' | 'D+2' | 'D+3'
  status: GridSignalStatus
  /** The publisher's French text. */
  message: string
  /** Every hour of the day; null: nothing that was received says the signal of the hour. */
  hours: { time: string; status: GridSignalStatus | null }[]
}

/** The grid-tension signal of today and the days after it. */
export type GridStatus = {
  source: string
  license: string
  publishedAt: string | null
  fetchedAt: string
  /** An issue that was due is missing. */
  stale: boolean
  days: GridStatusDay[]
}

/** Colours of the three-colour tariff, the cheapest first. */
export type TariffColor = 'Bleu' | 'Blanc' | 'Rouge'

/** The colour of the calendar day in Paris, and the one that applies now (06:00 to 06:00). An unknown colour is null. */
export type TariffToday = {
  date: string
  color: TariffColor | null
  inForce: { color: TariffColor | null; from: string; to: string }
  source: string
  license: string
  publishedAt: string | null
  fetchedAt: string | null
}
