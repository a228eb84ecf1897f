import type { HoursResponse } from '../../../contract/hours.ts'
import type { ContractCertainty, ContractTable, ContractVersion } from '../../../contract/planning/contracts.ts'
import { formatIsoSecondsOfMs } from '../../../time/instant.ts'
import { parisTimeZone } from '../../../time/paris.ts'
import type { LoadCurve } from '../load-curve.ts'
import { computeOffPeakBreakEvens, computeTempoBreakEvens } from './break-even.ts'
import { listCaveats } from './caveats.ts'
import { compareContracts, sumComparedCosts } from './comparison.ts'
import type { ComparedContract, PricedContract } from './contract-prices.ts'
import { computeMovedLoad } from './moved-load.ts'
import { computePeriodFigures } from './period-figures.ts'
import { type PricedCurve, priceCurve } from './priced-curve.ts'
import type { ContractFacts, DailyLoad, Statement } from './statement.ts'
import { listGaps, listUnknown } from './unknown-figures.ts'

/** Raised when a formula of the statement changes. */
const statementVersion = 1

const certaintiesByTrust: readonly ContractCertainty[] = ['official', 'published', 'unconfirmed']

export type StatementInput = {
  curve: LoadCurve
  /** Hours of each month, as the API serves them; a month that is missing leaves its hours unknown. */
  months: readonly HoursResponse[]
  /** Price table, as `GET /api/tariffs` has it. */
  table: ContractTable
  /** Contracts to compare, with different keys; none: emissions only. */
  contracts: readonly ComparedContract[]
  /** Key of the contract that the customer has; absent: unknown. */
  current?: string
  /** A load that runs once a day and could run at another time. */
  moved?: DailyLoad
}

/**
 * Statement of a load curve by month and in all: energy, emissions and cost.
 *
 * @throws RangeError for a curve without steps, contracts with equal keys, an unknown current contract, or a load that is longer than its window
 */
export function computeStatement({ table, ...input }: StatementInput): Statement {
  const { curve, months, contracts } = input
  if (new Set(contracts.map(({ key }) => key)).size < contracts.length)
    throw new RangeError('contracts need different keys')
  return describePricedCurve(priceCurve(curve, months, contracts, table), input)
}

/** Statement of a curve that is priced already, by the same input. @throws as {@link computeStatement} */
export function describePricedCurve(
  priced: PricedCurve,
  { curve, months, current, moved }: Pick<StatementInput, 'curve' | 'months' | 'current' | 'moved'>,
): Statement {
  const { axis, period, contracts } = priced
  const currentIndex = contracts.findIndex(({ key }) => key === current)
  if (current !== undefined && currentIndex < 0) throw new RangeError('the current contract is not among the contracts')
  const figures = computePeriodFigures(priced)
  const costs = sumComparedCosts(priced)
  const comparison = costs && compareContracts(priced, costs, currentIndex)
  const movedLoad = moved === undefined ? null : computeMovedLoad(curve, priced, moved)
  const used = months.filter(({ month, hours }) => axis.months.includes(month) && hours.length > 0)
  return {
    statementVersion,
    timeZone: parisTimeZone,
    from: formatIsoSecondsOfMs(period.fromMs),
    to: formatIsoSecondsOfMs(period.toMs),
    file: { kind: curve.kind, steps: curve.startsMs.length, injectedKwh: curve.injectedKwh, remarks: curve.remarks },
    total: figures.total,
    months: axis.months.flatMap((month, index) => {
      const ofMonth = figures.months[index]
      return ofMonth === undefined ? [] : [{ month, ...ofMonth }]
    }),
    ...listGaps(priced),
    unknown: listUnknown(priced),
    contracts: contracts.map(describeContract),
    comparison,
    breakEvens: {
      tempo: costs === null ? [] : computeTempoBreakEvens(priced, costs, currentIndex),
      offPeak: costs === null ? [] : computeOffPeakBreakEvens(priced, costs),
    },
    moved: movedLoad,
    caveats: listCaveats(curve, priced, months, comparison, movedLoad),
    methodologyVersions: sumVersions(used),
    sources: listSources(used),
  }
}

function describeContract({ key, id, name, kind, versionOfDay }: PricedContract): ContractFacts {
  const versions = [...new Set(versionOfDay.filter((version) => version !== null))]
  return {
    key,
    id,
    name,
    kind,
    certainty: findLeastCertain(versions),
    versions: versions.map(({ from, to, source, certainty, note }) => ({ from, to, source, certainty, note })),
  }
}

function findLeastCertain(versions: readonly ContractVersion[]): ContractCertainty | null {
  return certaintiesByTrust.findLast((certainty) => versions.some((version) => version.certainty === certainty)) ?? null
}

/** Combinations of versions with the hours of all months, most hours first. */
function sumVersions(months: readonly HoursResponse[]): Statement['methodologyVersions'] {
  const sums = new Map<string, Statement['methodologyVersions'][number]>()
  for (const { carbon, consumption, hourCount } of months.flatMap(({ methodologyVersions }) => methodologyVersions)) {
    const key = `${carbon} ${consumption}`
    sums.set(key, { carbon, consumption, hourCount: hourCount + (sums.get(key)?.hourCount ?? 0) })
  }
  return [...sums.values()].sort((one, other) => other.hourCount - one.hourCount)
}

/** Each source once, in the order of the months. */
function listSources(months: readonly HoursResponse[]): Statement['sources'] {
  const sources = new Map(
    months.flatMap((month) => month.sources).map((source) => [`${source.kind} ${source.name}`, source]),
  )
  return [...sources.values()]
}
