import { describe, expect, test } from 'bun:test'
import { makeUpCurve, professionalHeadings, writeCustomerFile } from '../../testing/curve-files-fixture.ts'
import { findRemark, listSteps, readText } from '../../testing/read-fixture.ts'

const heading = 'horodate ISO fin de pas;puissance moyenne (W)'
const readRows = (...rows: string[]) => readText([heading, ...rows].join('\n'))

describe('the order of rows', () => {
  const text = writeCustomerFile(makeUpCurve(Date.parse('2026-01-05T00:00:00+01:00'), 3))
  const [facts = '', values = '', columns = '', ...rows] = text.split('\r\n')
  const expected = listSteps(readText(text))

  test('does not matter: newest first, or none at all', () => {
    expect(expected.length).toBe(144)
    const shuffled = rows.toSorted((one, other) => (one.slice(11, 16) < other.slice(11, 16) ? -1 : 1))
    for (const ordered of [rows.toReversed(), shuffled]) {
      expect(listSteps(readText([facts, values, columns, ...ordered].join('\n')))).toEqual(expected)
    }
  })

  test('of a file that was appended to itself counts every step once', () => {
    const curve = readText(`${text}\n${text}`)
    expect(listSteps(curve)).toEqual(expected)
    expect(findRemark(curve, 'repeated-instants')).toEqual({ rows: 144 })
  })
})

describe('of several values for one instant', () => {
  const row = (stage: string, value: string) =>
    `00000000000000;2026-01-05;2026-01-06;PA;CONS;${stage};W;2026-01-05 00:30:00;${value};B;PT30M;0;0`
  const readStages = (...rows: string[]) => readText([professionalHeadings, ...rows].join('\n'))

  test('the corrected one counts before the completed one, and that before the raw one', () => {
    const [raw, completed, corrected] = [row('BRUT', '100'), row('COMPLETE', '200'), row('CORRIGE', '300')]
    expect(listSteps(readStages(raw, corrected, completed))).toEqual(['2026-01-04T23:00 30 0.15'])
    expect(listSteps(readStages(raw, completed))).toEqual(['2026-01-04T23:00 30 0.1'])
    expect(listSteps(readStages(completed, raw))).toEqual(['2026-01-04T23:00 30 0.1'])
  })

  test('one that is empty counts last, whatever its stage', () => {
    expect(listSteps(readStages(row('CORRIGE', ''), row('BRUT', '100')))).toEqual(['2026-01-04T23:00 30 0.05'])
  })

  test('the first of equals counts', () => {
    const curve = readRows(
      '2026-01-05T00:30:00+01:00;1000',
      '2026-01-05T00:30:00+01:00;9000',
      '2026-01-05T01:00:00+01:00;1000',
    )
    expect(listSteps(curve)).toEqual(['2026-01-04T23:00 30 0.5', '2026-01-04T23:30 30 0.5'])
    expect(findRemark(curve, 'repeated-instants')).toEqual({ rows: 1 })
  })
})

describe('a step that the file does not state', () => {
  test('changes within the file where its rows lie closer, or further apart for several rows', () => {
    const curve = readRows(
      '2026-01-05T01:00:00+01:00;1000',
      '2026-01-05T02:00:00+01:00;1000',
      '2026-01-05T03:00:00+01:00;1000',
      '2026-01-05T03:30:00+01:00;1000',
      '2026-01-05T04:00:00+01:00;1000',
      '2026-01-05T04:30:00+01:00;1000',
      '2026-01-05T05:00:00+01:00;1000',
      '2026-01-05T06:00:00+01:00;1000',
      '2026-01-05T07:00:00+01:00;1000',
      '2026-01-05T08:00:00+01:00;1000',
    )
    expect([...curve.minutes]).toEqual([60, 60, 60, 30, 30, 30, 30, 60, 60, 60])
    expect(curve.startsMs[0]).toBe(Date.parse('2026-01-05T00:00:00+01:00'))
    expect(curve.energyKwh.reduce((sum, each) => sum + each)).toBe(8)
  })

  test('is not stretched over a row that is not there: the gap stays one', () => {
    const curve = readRows(
      '2026-01-05T00:30:00+01:00;1000',
      '2026-01-05T01:00:00+01:00;1000',
      '2026-01-05T02:00:00+01:00;1000',
      '2026-01-05T02:30:00+01:00;1000',
      '2026-01-05T06:00:00+01:00;1000',
      '2026-01-05T06:30:00+01:00;1000',
    )
    expect([...curve.minutes]).toEqual([30, 30, 30, 30, 30, 30])
    expect(curve.startsMs[2]).toBe(Date.parse('2026-01-05T01:30:00+01:00'))
    expect(curve.startsMs[4]).toBe(Date.parse('2026-01-05T05:30:00+01:00'))
    expect(findRemark(curve, 'step-derived')).toEqual({ minutes: 30 })
  })

  test('is that of the rows behind a gap where it changed within the gap', () => {
    const curve = readRows(
      '2026-01-05T01:00:00+01:00;1000',
      '2026-01-05T02:00:00+01:00;1000',
      '2026-01-05T03:00:00+01:00;1000',
      '2026-01-05T04:00:00+01:00;1000',
      '2026-01-06T03:30:00+01:00;1000',
      '2026-01-06T04:00:00+01:00;1000',
      '2026-01-06T04:30:00+01:00;1000',
    )
    expect([...curve.minutes]).toEqual([60, 60, 60, 60, 30, 30, 30])
  })

  test('is known around empty values, whose stamps count', () => {
    const curve = readRows(
      '2026-01-05T00:30:00+01:00;1000',
      '2026-01-05T01:00:00+01:00;',
      '2026-01-05T01:30:00+01:00;NA',
      '2026-01-05T02:00:00+01:00;1000',
    )
    expect(listSteps(curve)).toEqual(['2026-01-04T23:00 30 0.5', '2026-01-05T00:30 30 0.5'])
    expect(findRemark(curve, 'empty-values')).toEqual({ rows: 2 })
  })
})

test('a row at an odd instant between two steps is left out, and so is one that overlaps another', () => {
  const curve = readRows(
    '2026-01-05T00:30:00+01:00;1000',
    '2026-01-05T01:00:00+01:00;1000',
    '2026-01-05T01:14:10+01:00;9000',
    '2026-01-05T01:30:00+01:00;1000',
  )
  expect(listSteps(curve).length).toBe(3)
  expect(findRemark(curve, 'odd-instants')).toEqual({ rows: 1 })
  const row = (stamp: string, step: string) =>
    `00000000000000;2026-01-05;2026-01-06;PA;CONS;BRUT;W;${stamp};1000;B;${step};0;0`
  const overlapping = readText(
    [professionalHeadings, row('2026-01-05 00:30:00', 'PT30M'), row('2026-01-05 01:00:00', 'PT60M')].join('\n'),
  )
  expect(listSteps(overlapping)).toEqual(['2026-01-04T23:00 30 0.5'])
  expect(findRemark(overlapping, 'overlapping-steps')).toEqual({ rows: 1 })
})

test('a negative value is left out, not taken off the sum', () => {
  const curve = readRows(
    '2026-01-05T00:30:00+01:00;1000',
    '2026-01-05T01:00:00+01:00;-4000',
    '2026-01-05T01:30:00+01:00;1000',
    '2026-01-05T02:00:00+01:00;1000',
  )
  expect(curve.energyKwh.reduce((sum, each) => sum + each)).toBe(1.5)
  expect(findRemark(curve, 'negative-values')).toEqual({ rows: 1 })
})

test('lines that are no rows are counted and left out', () => {
  const curve = readRows(
    '2026-01-05T00:30:00+01:00;1000',
    'fin de page',
    '2026-01-05T01:00:00+01:00;mille',
    '',
    ';;',
    '2026-02-31T01:00:00+01:00;1000',
    '2026-01-05T01:30:00+01:00;1 000,5',
  )
  expect(listSteps(curve)).toEqual(['2026-01-04T23:00 30 0.5', '2026-01-05T00:00 30 0.50025'])
  expect(findRemark(curve, 'unreadable-rows')).toEqual({ rows: 3 })
})

test('a number that no site can draw is left out', () => {
  const curve = readRows(
    '2026-01-05T00:30:00+01:00;1000',
    '2026-01-05T01:00:00+01:00;1e300',
    '2026-01-05T01:30:00+01:00;1000',
  )
  expect(curve.energyKwh.reduce((sum, each) => sum + each)).toBe(1)
  expect(findRemark(curve, 'unreadable-rows')).toEqual({ rows: 1 })
})

test('of a file of hours and one of half-hours that were joined, no energy counts twice, whichever comes first', () => {
  const pad = (value: number) => String(value).padStart(2, '0')
  const hours = [5, 6, 7].flatMap((day) => Array.from({ length: 24 }, (_, hour) => `2026-01-0${day} ${pad(hour)}:00;1`))
  const halves = Array.from(
    { length: 48 },
    (_, half) => `2026-01-06 ${pad(half >> 1)}:${half % 2 === 0 ? '00' : '30'};0.5`,
  )
  for (const rows of [
    [...hours, ...halves],
    [...halves, ...hours],
  ]) {
    const { energyKwh, minutes } = readText(['date;kWh', ...rows].join('\n'))
    expect(energyKwh.reduce((sum, energy) => sum + energy, 0)).toBeCloseTo(72, 9)
    expect(minutes.reduce((sum, length) => sum + length, 0)).toBe(3 * 1_440)
  }
})
