import { expect, test } from 'bun:test'
import { formatTextCell } from './csv.ts'
import { createFigures } from './figures.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
  'a cell that begins like the formula %j is made a text',
  (text) => {
    expect(formatTextCell(text).replaceAll('"', '')).toBe(`'${text}`)
  },
)

test('a cell with a separator, a quote or a line end is quoted, and any other is as it is', () => {
  expect(['a,b', 'a"b', 'a\nb', 'curve 1.csv'].map(formatTextCell)).toEqual([
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    'curve 1.csv',
  ])
})

test('a share is rounded down, and only a whole one is written as 0 or 100 %', () => {
  const written = [0, 1e-6, 0.1259, 0.9996, 1, null].map(createFigures('en').percent)
  expect(written.map((text) => text.replace('\u00a0', ' '))).toEqual([
    '0 %',
    '<0.1 %',
    '12.5 %',
    '>99.9 %',
    '100 %',
    '–',
  ])
})

test('instants are those of clocks in Paris, also where the clock is put forward', () => {
  const { moment, month } = createFigures('fr')
  const instants = ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-03-31T22:00:00Z']
  expect(instants.map(moment)).toEqual(['29 mars 2026, 01:59', '29 mars 2026, 03:00', '1er avr. 2026, 00:00'])
  expect(month('2026-02')).toBe('févr. 2026')
})
