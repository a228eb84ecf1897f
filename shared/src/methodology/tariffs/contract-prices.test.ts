import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { pricedColors } from '../../contract/planning/choices.ts'
import { ContractVersion } from '../../contract/planning/contracts.ts'
import { isFrenchHoliday } from '../../grid/french-holidays.ts'
import { listClockSteps } from '../../time/paris-clock.ts'
import { type Customer, createContractPricer } from './contract-prices.ts'
import { createDayPeriods } from './day-periods.ts'
import { anyContract, anyRanges, writeRanges } from './testing/made-up-contracts.ts'

const anyOffPeak = fc.option(fc.record({ summer: anyRanges, winter: anyRanges }), { nil: null })
const parisDay = fc
  .integer({ min: 0, max: 3_000 })
  .map((days) => Temporal.PlainDate.from('2020-01-01').add({ days }).toZonedDateTime('Europe/Paris'))
/** Clock changes, the last days of a year and of February, and holidays on weekdays and weekends. */
const specialDays = [
  ...['2025-03-30', '2025-10-26', '2024-12-31', '2024-02-29'],
  ...['2026-05-01', '2026-08-15', '2025-04-21', '2024-05-09', '2023-01-01'],
].map((date) => Temporal.PlainDate.from(date).toZonedDateTime('Europe/Paris'))
const anyDay = fc.oneof(parisDay, fc.constantFrom(...specialDays))

/** The period of one minute, by the text of the table and Temporal alone. */
function findPeriodOfMinute(
  { periods, offPeak }: ContractVersion,
  customer: Customer,
  at: Temporal.ZonedDateTime,
  color: string,
): string {
  const [date, clock] = [at.toPlainDate(), at.toPlainTime().toString().slice(0, 5)]
  const monthDay = date.toString().slice(5)
  const isHoliday = isFrenchHoliday(date)
  const isWeekend = date.dayOfWeek > 5
  const kinds = { holiday: isHoliday, weekend: isWeekend, weekday: !isHoliday && !isWeekend }
  const ofSeason = date.month >= 4 && date.month <= 10 ? customer.offPeak?.summer : customer.offPeak?.winter
  const customerHours = ofSeason === undefined ? offPeak : writeRanges(ofSeason)
  const found = periods.find(({ season, days, colors, hours }) => {
    const isWithin = (text: string) =>
      text.split(',').some((range) => {
        const [from = '', to = ''] = range.split('-')
        return from < to ? clock >= from && clock < to : clock >= from || clock < to
      })
    const inSeason =
      season === null ||
      (season.from <= season.to
        ? monthDay >= season.from && monthDay <= season.to
        : monthDay >= season.from || monthDay <= season.to)
    const text = hours === 'offPeak' ? customerHours : hours
    return (
      inSeason &&
      (days === null || days.some((kind) => kinds[kind])) &&
      (colors === null || (colors as string[]).includes(color)) &&
      (hours === null || (text !== null && isWithin(text)))
    )
  })
  return found?.id ?? 'none'
}

describe('any contract', () => {
  test('that is made up for these tests is one that the table accepts', () => {
    fc.assert(
      fc.property(anyContract, (contract) => v.is(ContractVersion, contract)),
      { numRuns: 50 },
    )
  })

  test('has one period for every minute of every day, and its periods share all minutes of a day of 23, 24 or 25 hours', () => {
    fc.assert(
      fc.property(
        anyContract,
        anyRanges,
        anyDay,
        fc.constantFrom(...pricedColors),
        ({ periods }, hours, day, color) => {
          const findSegments = createDayPeriods(periods, { summer: hours, winter: hours })
          const ends = findSegments(day.toPlainDate().toString(), color).map(({ toMinute }) => toMinute)
          expect(ends).toEqual([...new Set(ends)].sort((one, other) => one - other))
          expect(ends.at(-1)).toBe(1_440)
          const minutes = (day.add({ days: 1 }).epochMilliseconds - day.epochMilliseconds) / 60_000
          const counts = new Map<number, number>()
          for (const step of listClockSteps(day.epochMilliseconds, minutes)) {
            for (let minute = step.minuteOfDay; minute < step.minuteOfDay + step.minutes; minute += 1) {
              const { period = -1 } = findSegments(step.date, color).find(({ toMinute }) => minute < toMinute) ?? {}
              counts.set(period, (counts.get(period) ?? 0) + 1)
            }
          }
          expect([...counts.keys()].filter((period) => periods[period] === undefined)).toEqual([])
          expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(minutes)
        },
      ),
    )
  })

  test('costs in a step what its minutes cost one by one', () => {
    const anyStep = fc.record({ fromMinute: fc.nat(1_379), minutes: fc.constantFrom(1, 10, 15, 30, 60, 240) })
    fc.assert(
      fc.property(
        anyContract,
        anyOffPeak,
        anyDay,
        anyStep,
        fc.constantFrom(...pricedColors),
        (contract, offPeak, day, step, color) => {
          const customer = { subscribedKva: 6, offPeak }
          const pricer = createContractPricer([contract], 'any', customer)
          const needsHours = contract.periods.some(({ hours }) => hours === 'offPeak') && contract.offPeak === null
          const colorsOf = () => ({ blue: 0, white: 0, red: 0, [color]: 1 })
          const start = day.add({ minutes: step.fromMinute })
          const prices = listClockSteps(start.epochMilliseconds, step.minutes).map((piece) => {
            const price = pricer.computePrice(piece, piece.minutes, colorsOf)
            return price === null ? null : price.eurPerKwh * piece.minutes
          })
          if (needsHours && offPeak === null) return expect(prices.every((price) => price === null)).toBe(true)
          const expected = Array.from({ length: step.minutes }, (_, minute) => {
            const id = findPeriodOfMinute(contract, customer, start.add({ minutes: minute }), color)
            return contract.prices[0]?.eurPerKwh[id] ?? Number.NaN
          })
          const sum = (values: readonly (number | null)[]) =>
            values.reduce<number>((total, value) => total + (value ?? Number.NaN), 0)
          return expect(sum(prices)).toBeCloseTo(sum(expected), 9)
        },
      ),
      { numRuns: 300 },
    )
  })
})
