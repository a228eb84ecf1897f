import { tariffToday } from '@hexawatt/shared/answers/tariff-today'
import type { TariffTodayResponse } from '@hexawatt/shared/contract/tariff-today'
import { isFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import type { AnswerFacts } from '../answers/answer.ts'
import type { AnswerDeps } from '../answers/answer-deps.ts'
import { tariffVersion } from './tariff-version.ts'

/** The tariff at this instant; not knowing a colour is an answer too. */
export async function currentTariff({
  latest,
  clock,
}: AnswerDeps): Promise<{ body: TariffTodayResponse; facts: AnswerFacts }> {
  const now = clock.now()
  const known = await latest.tariff()
  const ofThisTime = known !== null && !isFromFuture(known, now.epochMilliseconds) ? known : null
  const body = tariffToday(ofThisTime?.body ?? null, now)
  return {
    body,
    facts: {
      mode: ofThisTime?.body.mode ?? (await latest.status())?.mode ?? null,
      isDegraded: body.color === null || body.inForce.color === null,
      ...tariffVersion(ofThisTime, body, now),
    },
  }
}
