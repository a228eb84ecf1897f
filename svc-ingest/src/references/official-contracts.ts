import type { ContractVersion } from '@hexawatt/shared/contract/planning/contracts'
import { pricePublisher } from '@hexawatt/shared/grid/publishers'
import { regulatedTerms } from '@hexawatt/shared/methodology/tariffs/regulated-contracts'
import type { RegulatedOption, RegulatedPrice } from '../sources/definition/content.ts'

/** Text of `source` in every version. */
const source = `${pricePublisher.name} (CRE), open data of the regulated tariffs, ${pricePublisher.licence}`

/**
 * Versions of a regulated contract, oldest first, from the known rows of its option: one for each time between two changes of any power, with the subscriptions and
 * prices of all powers that have some then.
 *
 * @param note what a reader of the figures has to know
 */
export function buildOfficialContract(
  option: RegulatedOption,
  prices: readonly RegulatedPrice[],
  note: string | null = null,
): ContractVersion[] {
  const powers = [...new Set(prices.map(({ subscribedKva }) => subscribedKva))].sort((one, other) => one - other)
  const applied = powers.flatMap((kva) => endAtNext(prices.filter(({ subscribedKva }) => subscribedKva === kva)))
  const changes = [...new Set(applied.flatMap(({ from, to }) => (to === null ? [from] : [from, to])))].sort()
  return changes.flatMap((from, index): ContractVersion[] => {
    const inForce = applied.filter((price) => price.from <= from && (price.to === null || from < price.to))
    if (inForce.length === 0) return []
    return [
      {
        ...regulatedTerms[option],
        from,
        to: changes[index + 1] ?? null,
        subscriptions: inForce.flatMap(({ subscribedKva: kva, eurPerMonth }) =>
          eurPerMonth === null ? [] : [{ kva, eurPerMonth }],
        ),
        prices: groupByPower(powers, inForce),
        source,
        certainty: 'official',
        note,
      },
    ]
  })
}

/** The rows of one power in the order of time. A row that is still open, or reaches into a later one, ends where that begins. */
function endAtNext(prices: readonly RegulatedPrice[]): RegulatedPrice[] {
  const sorted = prices.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return sorted.map((price, index) => {
    const next = sorted[index + 1]?.from
    return next !== undefined && (price.to === null || price.to > next) ? { ...price, to: next } : price
  })
}

/**
 * Prices by range of powers: neighbouring powers with the same prices are one range. The range of the smallest and of the largest power is open, unless that
 * power has no prices now: a power without prices is in no range, so that it never gets those of another one.
 */
function groupByPower(powers: readonly number[], inForce: readonly RegulatedPrice[]): ContractVersion['prices'] {
  const byPower = new Map(inForce.map((price) => [price.subscribedKva, price.eurPerKwh]))
  const ranges: { first: number; last: number; eurPerKwh: Record<string, number> }[] = []
  let isNeighbour = false
  for (const kva of powers) {
    const eurPerKwh = byPower.get(kva)
    const range = ranges.at(-1)
    if (eurPerKwh === undefined) isNeighbour = false
    else if (isNeighbour && range !== undefined && Bun.deepEquals(range.eurPerKwh, eurPerKwh)) range.last = kva
    else ranges.push({ first: kva, last: kva, eurPerKwh: { ...eurPerKwh } })
    isNeighbour = eurPerKwh !== undefined
  }
  return ranges.map(({ first, last, eurPerKwh }) => ({
    minKva: first === powers[0] ? null : first,
    maxKva: last === powers.at(-1) ? null : last,
    eurPerKwh,
  }))
}
