import { expect, test } from 'bun:test'
import { quoteText } from './layouts/reading-state.ts'
import { readLoadCurve } from './read-load-curve.ts'

const read = (...lines: string[]) => readLoadCurve(new TextEncoder().encode(lines.join('\n')))
const heading = 'horodate ISO fin de pas;puissance moyenne (W)'

test('an empty time stamp is no instant, in the first row too', () => {
  const curve = read(heading, ';1000', '2026-01-05T00:30:00+01:00;1000', '2026-01-05T01:00:00+01:00;1000')
  expect(Array.from(curve.startsMs)).toEqual(
    ['00:00', '00:30'].map((time) => Date.parse(`2026-01-05T${time}:00+01:00`)),
  )
  expect(curve.remarks).toContainEqual(expect.objectContaining({ code: 'unreadable-rows', values: { rows: 1 } }))
})

for (const odd of ['0x10', '0b11', '0o17', 'Infinity']) {
  test(`${odd} is no value of a meter`, () => {
    const curve = read(heading, `2026-01-05T00:30:00+01:00;${odd}`, '2026-01-05T01:00:00+01:00;1000')
    expect(Array.from(curve.energyKwh)).toEqual([0.5])
    expect(curve.remarks).toContainEqual(expect.objectContaining({ code: 'unreadable-rows', values: { rows: 1 } }))
  })
}

for (const between of ['', ' ', '\u00a0', '\u202f', '\u200b', '\u00ad', '\t', '.']) {
  test(`a long number is in no message, whatever stands between its digits: ${JSON.stringify(between)}`, () => {
    const shown = quoteText(`x 1937046${between}1852974 y`)
    expect(shown).toBe('x … y')
  })
}

test('two readings of one instant have no step between them', () => {
  const curve = read(
    'statistic_id,unit,start,sum',
    'sensor.linky,kWh,2026-01-05T02:00:00+01:00,11.2',
    'sensor.linky,kWh,2026-01-05T01:00:00+01:00,10.5',
    'sensor.linky,kWh,2026-01-05T01:00:00+01:00,10',
    'sensor.linky,kWh,2026-01-05T00:00:00+01:00,9',
  )
  // The step before 01:00 is counted once, by the reading that stands next to the one of 00:00.
  expect(Array.from(curve.startsMs)).toEqual(
    ['01:00', '02:00'].map((time) => Date.parse(`2026-01-05T${time}:00+01:00`)),
  )
  expect(Array.from(curve.energyKwh)).toEqual([1, expect.closeTo(0.7, 9)])
})
