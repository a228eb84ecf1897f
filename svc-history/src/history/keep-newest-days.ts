import { rawByDefaultDays } from '@hexawatt/shared/contract/score-history'
import type { Clock } from '@hexawatt/shared/time/clock'
import { dayOf, dayStart, secondsOf } from '../points/utc-span.ts'
import { readDayList } from './day-list-store.ts'
import type { ServedPointsDeps } from './served-points.ts'

/**
 * Reads the newest 31 days, which most requests are about, before anybody asks for them: the first customer after a start waits
 * neither for them nor for the just-in-time compiler.
 */
export async function keepNewestDays({ sql, days, clock }: ServedPointsDeps & { clock: Clock }): Promise<void> {
  const now = clock.now()
  const last = dayOf(secondsOf(now))
  const first = dayOf(secondsOf(now.subtract({ hours: 24 * (rawByDefaultDays - 1) })))
  const nowhere = dayStart(last)
  const list = await readDayList(sql, { first, last, countFrom: nowhere, countTo: nowhere })
  await days.load('raw', list.days)
}
