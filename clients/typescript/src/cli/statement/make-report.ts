import type { LoadCurve } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { createFigures } from '@hexawatt/shared/methodology/load-curve/report/figures'
import type { Report } from '@hexawatt/shared/methodology/load-curve/report/report'
import { computeStatement } from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import type { DailyLoad } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import manifest from '../../../package.json' with { type: 'json' }
import type { ContractQuery } from '../../requests/contract-parameters.ts'
import { formatUtc } from '../../requests/instants.ts'
import { readSettings } from '../../requests/settings.ts'
import type { Console } from '../session/console.ts'
import type { Service } from '../session/service.ts'
import type { AnswerCache } from './answer-cache.ts'
import { chooseContracts, type PriceTable } from './compared-contracts.ts'
import { loadMonths } from './load-months.ts'
import type { GivenFile } from './read-file.ts'
import { findStatementTexts } from './statement-texts.ts'
import { createStoredRequests } from './stored-requests.ts'

/** Name and version of this program. */
const tool = { name: 'hexawatt', version: manifest.version }

/** The input of a statement. */
export type Wanted = {
  file: GivenFile
  curve: LoadCurve
  /** Months of the curve, `YYYY-MM`. */
  months: readonly string[]
  /** The customer's own contract; without a tariff, none is known. */
  contract: ContractQuery
  /** Subscription of that contract, EUR a month; undefined: that of the table. */
  subscriptionEurPerMonth: number | undefined
  /** Ids of the contracts to compare; undefined: the usual ones. */
  contracts: readonly string[] | undefined
  moved: DailyLoad | undefined
  /** The command that gives the statement again, for the address of an API. */
  writeCommand: (apiUrl: string) => string
}

/** Obtains prices and hours, and computes the statement. @throws UsageError, or as the requests do */
export async function makeReport(
  wanted: Wanted,
  service: Service,
  cache: AnswerCache,
  console: Console,
): Promise<Report> {
  const { file, curve, months, contract, subscriptionEurPerMonth, moved } = wanted
  const { connection, language, timers } = service
  const texts = findStatementTexts(language)
  const figures = createFigures(language)
  const obtain = createStoredRequests({
    connection,
    cache,
    reportWait: (seconds) => console.warn(texts.waitOf(figures.number(seconds, 0))),
  })
  // First, so that an unknown contract is refused before a year of months is requested.
  const { body: table } = await obtain({ address: '/api/tariffs', isBody: isPriceTable, isFresh: () => false })
  const { contracts, current, notes } = chooseContracts(contract, wanted.contracts, table)
  const reportProgress = (done: number, all: number): void =>
    console.progress(texts.progressOf(figures.number(done + 1, 0), figures.number(all, 0)))
  const loaded = await loadMonths({ obtain, months, nowMs: timers.nowMs, reportProgress }).finally(() =>
    console.progress(''),
  )
  const statement = computeStatement({
    curve,
    months: loaded.months,
    table,
    contracts: contracts.map((one) =>
      one.key === current && subscriptionEurPerMonth !== undefined ? { ...one, subscriptionEurPerMonth } : one,
    ),
    ...(current === undefined ? {} : { current }),
    ...(moved === undefined ? {} : { moved }),
  })
  const apiUrl = readSettings(connection).origin
  return {
    reportVersion: 1,
    tool,
    computedAt: formatUtc(Math.floor(timers.nowMs() / 1_000) * 1_000),
    apiUrl,
    dataModes: [...loaded.dataModes].filter((mode) => mode !== null),
    storedMonths: loaded.stale && {
      months: loaded.stale.months,
      since: formatUtc(Math.floor(loaded.stale.sinceMs / 1_000) * 1_000),
    },
    file: { name: file.name, bytes: file.bytes.length, sha256: file.sha256 },
    command: wanted.writeCommand(apiUrl),
    language,
    notes,
    statement,
  }
}

/** Whether a body is a price table: of an older API, it has another form. */
function isPriceTable(body: unknown): body is PriceTable {
  const { contracts, adders }: Record<string, unknown> = Object(body)
  return [contracts, adders].every((list) => Array.isArray(list) && list.every(isVersion))
}

const isVersion = (version: unknown): boolean => {
  const { id, from, periods }: Record<string, unknown> = Object(version)
  return typeof id === 'string' && typeof from === 'string' && Array.isArray(periods)
}
