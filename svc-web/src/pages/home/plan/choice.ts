import { type Objective, objectives } from '@hexawatt/shared/contract/planning/choices'
import { type HourRange, writeHourRanges } from '@hexawatt/shared/contract/planning/hour-ranges'
import { type ContractChoice, defaultContract } from '../../../kit/contract-choice.ts'
import { type Appliance, appliances } from './appliances.ts'

export type NumberLimits = { least: number; most: number; step: number }

/** Bounds of the inputs. */
export const loadLimits: Readonly<Record<'energyKWh' | 'powerKW', NumberLimits>> = {
  energyKWh: { least: 0.1, most: 100, step: 0.1 },
  powerKW: { least: 0.1, most: 36, step: 0.1 },
}

/** What a reader wants to run, by when, and at which price. The names are those of the parameters of `GET /v1/schedule`. */
export type PlanChoice = {
  appliance: Appliance
  energyKWh: number
  powerKW: number
  /** Clock of Paris: `07:00`, its next occurrence that leaves enough time, or a time of a day, `2026-11-29T07:00`. */
  readyBy: string
  /** Hours of the day in which the load must not run; none by default. */
  quiet: readonly HourRange[]
  contract: ContractChoice
  /** Null = by the contract: {@link findObjective}. */
  objective: Objective | null
}

/** Quiet hours that the form offers: 22:00 to 07:00. */
export const usualQuietHours: readonly HourRange[] = [{ fromMinute: 1_320, toMinute: 420 }]

export const usualReadyBy = '07:00'

/** The choice of a reader who has chosen at most an appliance and a contract. */
export function makeDefaultChoice(
  appliance: Appliance = 'washing-machine',
  contract: ContractChoice = defaultContract,
): PlanChoice {
  const { energyKWh, powerKW } = appliances[appliance]
  return { appliance, energyKWh, powerKW, readyBy: usualReadyBy, quiet: [], contract, objective: null }
}

/** What the plan minimises: the bill, but emissions where the price is the same at all hours. */
export function findObjective({ objective, contract }: PlanChoice): Objective {
  return objective ?? (contract.tariff === 'base' ? 'carbon' : 'cost')
}

export const isObjective = (text: string): text is Objective => objectives.some((one) => one === text)

/**
 * A choice as the query of the page's address: the appliance, and everything that differs from its default. The terms of the contract are always
 * written, because the reader of a shared address may have another one.
 */
export function writeChoice(choice: PlanChoice): URLSearchParams {
  const { appliance, energyKWh, powerKW, readyBy, quiet, contract, objective } = choice
  const usual = appliances[appliance]
  const query = new URLSearchParams({ appliance })
  if (energyKWh !== usual.energyKWh) query.set('energyKWh', String(energyKWh))
  if (powerKW !== usual.powerKW) query.set('powerKW', String(powerKW))
  if (readyBy !== usualReadyBy) query.set('readyBy', readyBy)
  if (quiet.length > 0) query.set('quiet', writeHourRanges(quiet))
  for (const [name, value] of listContractTerms(contract)) query.set(name, value)
  if (objective !== null) query.set('objective', objective)
  return query
}

/** The terms of a contract as parameters of `GET /v1/schedule`: those of its tariff only. */
function listContractTerms(contract: ContractChoice): [name: string, value: string][] {
  const { tariff, offPeak, offPeakBySeason, adder, adderEurPerKwh, vatPercent } = contract
  const hours: [string, string][] =
    offPeakBySeason === null
      ? [['offPeak', offPeak]]
      : [
          ['offPeakSummer', offPeakBySeason.summer],
          ['offPeakWinter', offPeakBySeason.winter],
        ]
  if (tariff === 'hphc') return [['tariff', tariff], ...hours]
  if (tariff !== 'spot') return [['tariff', tariff]]
  const vat: [string, string] = ['vatPercent', String(vatPercent)]
  if (adder !== null) return [['tariff', tariff], ['adder', adder], ...hours, vat]
  return [['tariff', tariff], ['adderEurPerKwh', String(adderEurPerKwh)], vat]
}
