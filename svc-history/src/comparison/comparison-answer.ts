import type { compareContracts } from '@hexawatt/shared/contract/internal/compare-contracts'
import { ComparisonRequest, type ContractComparison } from '@hexawatt/shared/contract/internal/contract-comparison'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Answer } from '@hexawatt/shared/http/answer'
import type { Handler } from '@hexawatt/shared/http/mount'
import { computeStatement } from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import * as v from 'valibot'
import { readNewestYear } from '../hours/newest-year.ts'
import { readFromStore } from '../points/store-reading.ts'
import { toComparedContracts } from './compared-contracts.ts'
import { buildComparison } from './comparison-body.ts'
import { buildYearCurve } from './year-curve.ts'

export type ComparisonDeps = { sql: Sql; clock: Clock }

/**
 * Creates the answer to the gateway's comparison of contracts. Nothing of the profile is stored or logged, and no error repeats a number of it.
 */
export function createComparisonAnswer({ sql, clock }: ComparisonDeps): Handler<typeof compareContracts> {
  /** @throws AppError `invalid_body`, `invalid_parameter`, `service_unavailable` */
  return async function answerComparison({ request }): Promise<Answer<ContractComparison>> {
    const { arguments: asked, table } = await readRequest(request)
    const contracts = toComparedContracts(asked, table)
    const [months, mode] = [await readNewestYear(sql, clock.now()), await readFromStore(readDataMode(sql))]
    const [first, last] = [months[0], months.at(-1)]
    if (first === undefined || last === undefined) throw new Error('a year has no month')
    const statement = computeStatement({
      curve: buildYearCurve(asked.loadKwh, Date.parse(first.from), Date.parse(last.to)),
      months,
      table,
      contracts,
      ...(asked.current === undefined ? {} : { current: asked.current }),
    })
    // The gateway asks anew for each message, and keeps nothing.
    return { body: buildComparison(statement, months), validators: {}, maxAgeSeconds: 0, mode }
  }
}

/** @throws AppError `invalid_body`: the gateway has checked the arguments, so that its version differs */
async function readRequest(request: Request): Promise<ComparisonRequest> {
  const read = v.safeParse(ComparisonRequest, await request.json().catch(() => null))
  if (read.success) return read.output
  throw new AppError('invalid_body', { detail: 'The request is not a comparison that this service knows.' })
}
