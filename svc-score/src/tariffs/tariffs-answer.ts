import { TariffsResponse, type TariffTable } from '@hexawatt/shared/contract/planning/tariffs'
import type { Answer } from '@hexawatt/shared/http/answer'
import { maxAgeLimits } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import * as v from 'valibot'

/**
 * Makes the answer to `GET /api/tariffs`, which is the same until the program restarts with another table.
 *
 * @param startedAtMs when this program read the table, ms since the epoch
 */
export function createTariffsAnswer(table: TariffTable, startedAtMs: number): Answer & { body: string } {
  const tariffs = table.tariffs.toSorted((one, other) => Temporal.PlainDate.compare(one.validFrom, other.validFrom))
  const body = JSON.stringify(v.parse(TariffsResponse, { currency: 'EUR', tariffs }))
  return {
    body,
    validators: { etag: createWeakTag(body), 'last-modified': formatHttpDate(startedAtMs) },
    maxAgeSeconds: maxAgeLimits.longestSeconds,
    scope: 'public',
  }
}
