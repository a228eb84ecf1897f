import { expect, test } from 'bun:test'
import { LoadCurveRefusal } from '../../load-curve.ts'
import { makeUpCurve, toClockText } from '../../testing/curve-files-fixture.ts'
import { describeRefusal } from '../../texts/describe.ts'
import { readLoadCurve } from '../read-load-curve.ts'

// What spreadsheet programs make of a file that was opened and saved again.

const midnight = Date.parse('2025-01-12T00:00:00+01:00')
const { powerW } = makeUpCurve(midnight, 3)
const stepMs = 1_800_000
const read = (text: string) => readLoadCurve(new TextEncoder().encode(text))

type Part = 'day' | 'month' | 'year' | 'hour' | 'minute'
/** Lines of end of step and mean power, each with its own writer. */
function writeLines(
  writeStamp: (parts: Record<Part, string>) => string,
  writePower: (power: number) => string = String,
  heading = 'Horodate;Valeur',
) {
  const lines = powerW.map((power, index) => {
    const [, year = '', month = '', day = '', hour = '', minute = ''] =
      /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(toClockText(midnight + (index + 1) * stepMs)) ?? []
    return `${writeStamp({ day, month, year, hour, minute })};${writePower(Number(power))}`
  })
  return [heading, ...lines]
}
const french = ({ day, month, year, hour, minute }: Record<Part, string>) => `${day}/${month}/${year} ${hour}:${minute}`
const energyKwh = powerW.map((power) => Number(power) / 2_000)

function expectWhole(text: string): void {
  const curve = read(text)
  expect([curve.startsMs[0], curve.startsMs.length]).toEqual([midnight, powerW.length])
  expect([...curve.energyKwh].map((energy) => energy.toFixed(9))).toEqual(energyKwh.map((energy) => energy.toFixed(9)))
}
function refusalOf(text: string): LoadCurveRefusal {
  try {
    read(text)
  } catch (error) {
    if (error instanceof LoadCurveRefusal) return error
  }
  throw new Error('it was read')
}

test('dates as spreadsheet programs show them are read: without leading zeros, with a short year, with h between hour and minute', () => {
  expectWhole(writeLines(french).join('\r\n'))
  const short = ({ day, month, year, hour, minute }: Record<Part, string>) =>
    `${Number(day)}/${Number(month)}/${year.slice(2)} ${Number(hour)}:${minute}`
  expectWhole(writeLines(short).join('\r\n'))
  expectWhole(writeLines((parts) => french(parts).replace(':', 'h')).join('\r\n'))
})

test('a range of times is the step from its start, with its date in a column of its own or in the same', () => {
  const pad = (minutes: number) =>
    `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`
  const ranges = Array.from({ length: 48 }, (_, half) => [pad(half * 30), pad(half * 30 + 30)] as const)
  for (const [heading, write] of [
    ['date;kWh', (from: string, to: string) => `12/01/2025 ${from} - ${to};1`],
    ['date;kWh', (from: string, to: string) => `2025-01-12 ${from}-${to};1`],
    ['date;heure;kWh', (from: string, to: string) => `12/01/2025;${from}-${to};1`],
    [
      'date;heure;kWh',
      (from: string, to: string) => `12/01/2025;${from.replace(':', 'h')} à ${to.replace(':', 'h')};1`,
    ],
  ] as const) {
    const curve = read([heading, ...ranges.map(([from, to]) => write(from, to))].join('\n'))
    expect([curve.startsMs[0], curve.startsMs.length, curve.minutes[0]]).toEqual([midnight, 48, 30])
  }
})

test('lines that were saved as one quoted cell are read', () => {
  expectWhole(
    writeLines(french)
      .map((line) => `"${line}"`)
      .join('\r\n'),
  )
})

test('groups of thousands are no decimals: 1.234 W among whole numbers below 1000 is 1234 W, and the statement says so', () => {
  const grouped = powerW.filter((power) => Number(power) >= 1_000).length
  expect(grouped).toBeGreaterThan(0)
  for (const mark of ['.', ',']) {
    const text = writeLines(french, (power) => String(power).replace(/\B(?=\d{3}$)/, mark)).join('\n')
    expectWhole(text)
    expect(read(text).remarks).toContainEqual({ code: 'grouped-thousands', values: { rows: grouped } })
  }
  expectWhole(writeLines(french, (power) => `${String(power).replace(/\B(?=\d{3}$)/, '.')},00`).join('\n'))
  expectWhole(
    writeLines(french, (power) => `${String(power).replace(/\B(?=\d{3}$)/, ',')}.00`.replace(/^(.*)$/, '"$1"')).join(
      '\n',
    ),
  )
})

test('decimals stay decimals: of kilowatts, of watts with other decimals, and where no value is a whole number below 1000', () => {
  const kilowatts = read('date;kW\n2025-01-12 00:00;1,234\n2025-01-12 00:30;2\n2025-01-12 01:00;1')
  expect([...kilowatts.energyKwh]).toEqual([(1.234 * 30) / 60, 1, 0.5])
  const watts = read('date;W\n2025-01-12 00:00;1.234\n2025-01-12 00:30;12.5\n2025-01-12 01:00;100')
  expect([...watts.energyKwh]).toEqual([0.000617, 0.00625, 0.05])
  const exact = read('date;W\n2025-01-12 00:00;1.234\n2025-01-12 00:30;512.345\n2025-01-12 01:00;700.111')
  expect(exact.energyKwh[0]).toBe(0.000617)
})

test('dates with the month before the day are refused with one of them, never read as other days', () => {
  const american = ({ day, month, year, hour, minute }: Record<Part, string>) =>
    `${month}/${day}/${year} ${hour}:${minute}`
  const refusal = refusalOf(writeLines(american).join('\n'))
  expect([refusal.code, refusal.values]).toEqual(['unreadable-dates', { seen: '01/13/2025 00:00' }])
  expect(describeRefusal(refusal, 'fr')).toContain('01/13/2025 00:00')
  const halfDays = (parts: Record<Part, string>) => `${american(parts)} AM`
  expect(refusalOf(writeLines(halfDays).join('\n')).code).toBe('unreadable-dates')
})

test('one odd date does not discard the file', () => {
  const lines = writeLines(french)
  expect(read([...lines, '01/13/2025 00:30;500'].join('\n')).startsMs.length).toBe(powerW.length)
})

test('a number that can be no power of a meter, such as an identifier in the wrong column, is left out', () => {
  const curve = read([...writeLines(french), '15/01/2025 00:30;12345678901234'].join('\n'))
  expect(curve.remarks).toContainEqual({ code: 'unreadable-rows', values: { rows: 1 } })
  expect(Math.max(...curve.energyKwh)).toBeLessThan(10)
})
