import type { TariffTodayResponse } from '@hexawatt/shared/contract/tariff-today'
import type { AnswerFacts } from '../answers/answer.ts'
import type { AnswerDeps } from '../answers/answer-deps.ts'
import { isFromFuture } from '../sources/snapshot-age.ts'
import { tariffToday } from './tariff-today.ts'

/** The tariff at this instant; not knowing a colour is an answer too. */
export async function currentTariff({
  latest,
  clock,
}: AnswerDeps): Promise<{ body: TariffTodayResponse; facts: AnswerFacts }> {
  const now = clock.now()
  const known = await latest.tariff()
  const snapshot = known !== null && !isFromFuture(known, now.epochMilliseconds) ? known.body : null
  const body = tariffToday(snapshot, now)
  const mode = snapshot?.mode ?? (await latest.status())?.mode ?? null
  return { body, facts: { mode, isDegraded: body.color === null || body.inForce.color === null } }
}
