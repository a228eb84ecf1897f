import type { HoursResponse } from '@hexawatt/shared/contract/hours'
import type { ContractComparison } from '@hexawatt/shared/contract/internal/contract-comparison'
import type { EmissionFigures, Statement } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { listCaveatSentences } from '@hexawatt/shared/methodology/load-curve/texts/statement/describe-statement'

/** What a reader of the figures of an average profile must know first. */
const averageProfile = {
  code: 'average-profile',
  values: {},
  text: 'Every day was given the course of the profile, which is an average: single days differ, and so do the prices and colours of the coming year.',
}

/** A break-even that gets a further member in the statement does not compile until the contract describes it. */
type DescribedBreakEvens = ContractComparison['breakEvens'] extends Statement['breakEvens']
  ? Statement['breakEvens']
  : never

/** The comparison that a statement of a profile holds, without its months. */
export function buildComparison(statement: Statement, months: readonly HoursResponse[]): ContractComparison {
  const { total, comparison, contracts, breakEvens, caveats } = statement
  const { production, consumption, direct } = total.emissions
  // The sentences of a statement, in its order, for a reader who does not know the codes.
  const sentences = listCaveatSentences(statement, 'en')
  const described: DescribedBreakEvens = breakEvens
  return {
    from: months[0]?.from ?? null,
    to: months.at(-1)?.to ?? null,
    energyKwh: total.energyKwh,
    basis: comparison?.basis ?? null,
    comparedShare: comparison?.comparedShare ?? null,
    contracts: contracts.map(({ key, name, kind, certainty }) => {
      const cost = comparison?.contracts.find((compared) => compared.key === key)
      return {
        key,
        name,
        kind,
        certainty,
        energyEur: cost?.energyEur ?? null,
        subscriptionEur: cost?.subscriptionEur ?? null,
        comparedEur: cost?.comparedEur ?? null,
        differenceToCurrentEur: cost?.differenceToCurrentEur ?? null,
      }
    }),
    best: comparison?.best ?? null,
    withoutSubscription: comparison?.withoutSubscription ?? [],
    emissions: {
      production: pickEmissions(production),
      consumption: pickEmissions(consumption),
      direct: pickEmissions(direct),
    },
    breakEvens: described,
    caveats: [
      averageProfile,
      ...caveats.map((caveat, index) => ({ ...caveat, text: sentences[index] ?? caveat.code })),
    ],
    methodologyVersions: statement.methodologyVersions,
    sources: statement.sources,
    statementVersion: statement.statementVersion,
  }
}

function pickEmissions({ kgCo2eq, gCo2eqPerKwh, knownShare }: EmissionFigures) {
  return { kgCo2eq, gCo2eqPerKwh, knownShare }
}
