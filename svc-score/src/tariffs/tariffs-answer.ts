import { TariffsResponse, type TariffTable } from '@hexawatt/shared/contract/planning/tariffs'
import { weakTag } from '@hexawatt/shared/http/conditional'
import { type DataHeaders, dataHeaders, maxAgeLimits } from '@hexawatt/shared/http/data-headers'
import * as v from 'valibot'

/**
 * Makes the answer to `GET /api/tariffs`, which is the same until the program restarts with another table.
 *
 * @param startedAtMs when this program read the table, ms since the epoch
 */
export function createTariffsAnswer(
  table: TariffTable,
  startedAtMs: number,
): { body: TariffsResponse; headers: DataHeaders } {
  const tariffs = table.tariffs.toSorted((one, other) => Temporal.PlainDate.compare(one.validFrom, other.validFrom))
  const body = v.parse(TariffsResponse, { currency: 'EUR', tariffs })
  const etag = weakTag(JSON.stringify(body))
  const { longestSeconds } = maxAgeLimits
  return {
    body,
    headers: dataHeaders({ etag, lastModifiedMs: startedAtMs, maxAgeSeconds: longestSeconds, scope: 'public' }),
  }
}
