import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { defaultContract } from '../../../kit/contract-choice.ts'
import { computeHouseholdResult } from '../result/shown-result.ts'
import type { HouseholdTerms } from '../terms/household-terms.ts'
import { makeExampleCurve, makeExampleMonths } from './made-up-household.ts'

/** What the household of the example pays by: the sentence that names the example says it. */
export const exampleTerms: HouseholdTerms = {
  contract: { ...defaultContract, offPeak: '22:30-06:30', adderEurPerKwh: 0.086, vatPercent: 20 },
  subscribedKva: 6,
  spotSubscriptionEur: 17,
}

/** The result of the example, by the functions that compute a reader's own. */
export const computeExample = () =>
  computeHouseholdResult(
    { curve: makeExampleCurve(), months: makeExampleMonths(), table: shippedTable },
    exampleTerms,
  )

/** The example as its file has it. */
export const writeExample = (): string => `${JSON.stringify(computeExample())}\n`

// `bun svc-web/src/pages/consumption/example/compute-example.ts` writes the file anew, after a change of the household, the formulas or the prices.
if (import.meta.main) await Bun.write(`${import.meta.dir}/example.json`, writeExample())
