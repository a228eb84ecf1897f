import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import { type ContractTable, TariffsResponse } from '@hexawatt/shared/contract/planning/contracts'
import type { Answer } from '@hexawatt/shared/http/answer'
import { maxAgeLimits } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import * as v from 'valibot'
import type { AnswerDeps } from '../sources/latest-snapshots.ts'

/** Makes the answer to `GET /api/tariffs`, which is the same until the table changes. */
export function createTariffsAnswer({ readContractTable }: Pick<AnswerDeps, 'readContractTable'>) {
  const findAnswer = reuseLast(createAnswer)
  return async function answerTariffs(): Promise<Answer & { body: string }> {
    const { table, changedAtMs } = await readContractTable()
    return findAnswer(table, changedAtMs)
  }
}

function createAnswer({ contracts, adders }: ContractTable, changedAtMs: number): Answer & { body: string } {
  const sorted = { contracts: sortById(contracts), adders: sortById(adders) }
  const body = JSON.stringify(v.parse(TariffsResponse, { currency: 'EUR', ...sorted }))
  return {
    body,
    validators: { etag: createWeakTag(body), 'last-modified': formatHttpDate(changedAtMs) },
    maxAgeSeconds: maxAgeLimits.longestSeconds,
    scope: 'public',
  }
}

/** By id in the order of the table, and by day, oldest first. */
function sortById<Version extends { id: string; from: string }>(versions: readonly Version[]): Version[] {
  return [...Map.groupBy(versions, ({ id }) => id).values()].flatMap((ofId) =>
    ofId.toSorted((one, other) => Temporal.PlainDate.compare(one.from, other.from)),
  )
}
