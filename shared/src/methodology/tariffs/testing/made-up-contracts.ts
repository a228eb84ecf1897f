import fc from 'fast-check'
import { dayKinds, pricedColors } from '../../../contract/planning/choices.ts'
import type { ContractPeriod } from '../../../contract/planning/contract-periods.ts'
import type { ContractVersion } from '../../../contract/planning/contracts.ts'
import type { HourRange } from '../../../contract/planning/hour-ranges.ts'

const twoDigits = (value: number): string => String(value).padStart(2, '0')
const clockText = (minute: number): string => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`

export const writeRanges = (ranges: readonly HourRange[]): string =>
  ranges.map(({ fromMinute, toMinute }) => `${clockText(fromMinute)}-${clockText(toMinute)}`).join(',')

const range = fc
  .tuple(fc.nat(1_439), fc.nat(1_439))
  .filter(([from, to]) => from !== to)
  .map(([fromMinute, toMinute]): HourRange => ({ fromMinute, toMinute }))
export const anyRanges = fc.array(range, { minLength: 1, maxLength: 3 })

const monthDay = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map((parts) => parts.map(twoDigits).join('-'))
const subset = <Value extends string>(values: readonly Value[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: null })

const anyPeriod = fc.record({
  season: fc.option(fc.record({ from: monthDay, to: monthDay }), { nil: null }),
  days: subset(dayKinds),
  colors: subset(pricedColors),
  hours: fc.option(fc.oneof(fc.constant('offPeak'), anyRanges.map(writeRanges)), { nil: null }),
})

/** Contracts with one to six periods of any season, kind of day, colour and hours, the last of which matches every minute. */
export const anyContract: fc.Arbitrary<ContractVersion> = fc
  .tuple(fc.array(anyPeriod, { maxLength: 5 }), fc.option(anyRanges.map(writeRanges), { nil: null }))
  .map(([selective, offPeak]) => {
    const all = [...selective, { season: null, days: null, colors: null, hours: null }]
    const periods = all.map((period, index): ContractPeriod => ({ id: `period${index}`, ...period }))
    return {
      ...{
        id: 'any',
        name: 'Contrat',
        kind: 'other',
        from: '2000-01-01',
        to: null,
        offPeak,
        subscriptions: [],
        periods,
      },
      // Powers of two: a mean of any two periods is not the price of a third.
      prices: [
        { minKva: null, maxKva: null, eurPerKwh: Object.fromEntries(periods.map(({ id }, n) => [id, 2 ** -n])) },
      ],
      ...{ source: 'made up', certainty: 'published', note: null },
    }
  })
