import { describe, expect, test } from 'bun:test'
import { hourMs, minuteMs } from '../../../../time/instant.ts'
import {
  toClockText,
  toOffsetText,
  writeCustomerFile,
  writeProfessionalFile,
} from '../../testing/curve-files-fixture.ts'
import { findRemark, listSteps, readText } from '../../testing/read-fixture.ts'

/** Midnights that begin the days of 2026 on which clocks change, and their hours. */
const spring = { startMs: Date.parse('2026-03-29T00:00:00+01:00'), hours: 23 }
const autumn = { startMs: Date.parse('2026-10-25T00:00:00+02:00'), hours: 25 }

/** Power of each half-hour of a day: every step has its own value. */
const listPowers = (hours: number) => Array.from({ length: hours * 2 }, (_, index) => 1000 + index)

/** Rows `date;kWh` of a day by the clock, stamped at the start. */
function listSupplierRows(day: { startMs: number; hours: number }, minutes: number): string[] {
  const steps = (day.hours * 60) / minutes
  return Array.from({ length: steps }, (_, index) => {
    const clock = toClockText(day.startMs + index * minutes * minuteMs)
    return `${clock.replace('T', ' ')};${index / 10}`
  })
}

const readSupplier = (rows: readonly string[]) => readText(['date;kWh', ...rows].join('\n'))

for (const [name, day] of Object.entries({ spring, autumn })) {
  describe(`a day of ${day.hours} hours in ${name}`, () => {
    const curve = { startMs: day.startMs, minutes: 30, powerW: listPowers(day.hours) }
    const expected = curve.powerW.map(
      (power, index) =>
        `${new Date(day.startMs + index * 30 * minuteMs).toISOString().slice(0, 16)} 30 ${power / 2000}`,
    )

    test('is read whole where times have an offset', () => {
      expect(listSteps(readText(writeCustomerFile(curve)))).toEqual(expected)
    })

    test('is read whole from local times, stamped at the end or the start, oldest or newest first', () => {
      for (const side of ['end', 'start'] as const) {
        const [heading = '', ...rows] = writeProfessionalFile(curve, { side }).split('\n')
        for (const ordered of [rows, rows.toReversed()]) {
          const read = readText([heading, ...ordered].join('\n'))
          expect(listSteps(read)).toEqual(expected)
          expect(read.remarks).toEqual([])
        }
      }
    })

    test('is read whole from hours of a supplier', () => {
      const read = readSupplier(listSupplierRows(day, 60))
      expect(read.startsMs.length).toBe(day.hours)
      expect([...read.startsMs]).toEqual(Array.from({ length: day.hours }, (_, index) => day.startMs + index * hourMs))
      expect([...read.minutes]).toEqual(Array.from({ length: day.hours }, () => 60))
    })
  })
}

describe('the hour that autumn has twice', () => {
  const rows = listSupplierRows(autumn, 60)

  test('is left out, and said so, if the file has it once', () => {
    const read = readSupplier(rows.toSpliced(2, 1))
    expect(read.startsMs.length).toBe(23)
    expect(findRemark(read, 'ambiguous-hour')).toEqual({ rows: 1 })
    // The hours around it are where they belong.
    expect(read.startsMs[1]).toBe(autumn.startMs + hourMs)
    expect(read.startsMs[2]).toBe(autumn.startMs + 4 * hourMs)
  })

  test('is left out if the rows are in no order', () => {
    const halfHours = listSupplierRows(autumn, 30)
    const shuffled = halfHours.toSorted((one, other) => (one.slice(14, 16) < other.slice(14, 16) ? -1 : 1))
    const jumbled = shuffled.flatMap((row, index) => (index % 2 === 0 ? [shuffled[index + 1] ?? '', row] : []))
    const read = readSupplier(jumbled)
    expect(findRemark(read, 'ambiguous-hour')).toEqual({ rows: 4 })
    expect(read.startsMs.length).toBe(46)
  })

  test('is left out if it looks ordered within a file that has no order', () => {
    const halfHours = listSupplierRows(autumn, 30)
    const hour = halfHours.slice(4, 8)
    const others = [...halfHours.slice(0, 4), ...halfHours.slice(8)]
    const jumbled = others.toSorted((one, other) => (one.slice(14, 16) < other.slice(14, 16) ? -1 : 1))
    const alternating = jumbled.flatMap((row, index) => (index % 2 === 0 ? [jumbled[index + 1] ?? '', row] : []))
    expect(findRemark(readSupplier([...hour, ...alternating]), 'ambiguous-hour')).toEqual({ rows: 4 })
  })

  test('is left out if the file was appended to itself: it is there four times', () => {
    const halfHours = listSupplierRows(autumn, 30)
    const read = readSupplier([...halfHours, ...halfHours])
    expect(findRemark(read, 'ambiguous-hour')).toEqual({ rows: 8 })
    expect(read.startsMs.length).toBe(46)
  })

  test('is split by order also where one of its steps is missing', () => {
    // 02:00, 02:30 | 02:00 (the second 02:30 is missing), 03:00
    const read = readSupplier(listSupplierRows(autumn, 30).toSpliced(7, 1))
    expect(read.startsMs.length).toBe(49)
    expect(read.startsMs[6]).toBe(autumn.startMs + 3 * hourMs)
    expect(read.startsMs[7]).toBe(autumn.startMs + 4 * hourMs)
  })

  test('is split for consumption and injection apart', () => {
    const powerW = listPowers(25)
    const curve = { startMs: autumn.startMs, minutes: 30, powerW }
    const [, ...injected] = writeProfessionalFile(curve, { business: 'PROD' }).split('\n')
    const read = readText([writeProfessionalFile(curve), ...injected].join('\n'))
    expect(read.startsMs.length).toBe(50)
    expect(read.injectedKwh).toBeCloseTo(powerW.reduce((sum, each) => sum + each) / 2000, 9)
  })
})

test('times that the clock skips in spring are left out, and said so', () => {
  const rows = Array.from({ length: 24 }, (_, hour) => `2026-03-29 ${String(hour).padStart(2, '0')}:00;1`)
  const read = readSupplier(rows)
  expect(read.startsMs.length).toBe(23)
  expect(findRemark(read, 'skipped-hour')).toEqual({ rows: 1 })
})

test('the step that ends as the clock goes forward may be stamped 02:00 or 03:00', () => {
  const headings = 'Date de fin;kWh'
  for (const stamp of ['02:00', '03:00']) {
    const rows = ['00:30', '01:00', '01:30', stamp, '03:30'].map((time) => `2026-03-29 ${time};1`)
    const read = readText([headings, ...rows].join('\n'))
    expect([...read.startsMs].map(toOffsetText)).toEqual([
      '2026-03-29T00:00:00+01:00',
      '2026-03-29T00:30:00+01:00',
      '2026-03-29T01:00:00+01:00',
      '2026-03-29T01:30:00+01:00',
      '2026-03-29T03:00:00+02:00',
    ])
  }
})
