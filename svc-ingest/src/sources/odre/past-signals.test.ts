import { describe, expect, test } from 'bun:test'
import { readFeedsOfJson } from '../testing/source-fixture.ts'
import { odrePastSignals, repairText } from './past-signals.ts'

const read = (json: unknown) => {
  const [content] = readFeedsOfJson(odrePastSignals, json)
  if (content === undefined) throw new Error('no content')
  return content.normalised
}
/** A row as the dataset's description has it; its values are invented. */
const day = (date: string, changes: Record<string, unknown> = {}) => ({
  date,
  couleur_du_jour: 1,
  ...Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [`h${hour}`, hour === 18 ? 3 : 0])),
  message: 'Pas dâ€™alerte.',
  ...changes,
})

describe('the grid signal of past days', () => {
  test('is one value for the day, one for each hour, and the document of the operator’s own feed', () => {
    const { measurements, documents } = read([day('2026-01-12', { couleur_du_jour: '2' })])
    expect(measurements[0]).toMatchObject({ series: 'DAY', value: 2 })
    expect(measurements.filter(({ value }) => value === 3).map(({ slotStart }) => slotStart.toString())).toEqual([
      '2026-01-12T17:00:00Z',
    ])
    expect(documents[0]).toMatchObject({ key: '2026-01-12', body: { level: 2, message: 'Pas d’alerte.' } })
  })

  test('has 23 or 25 hours where the clock changes, and both autumn hours have the level of the one in the row', () => {
    const hours = (date: string) => read([day(date, { h2: 2 })]).measurements.filter(({ series }) => series === 'HOUR')
    expect(hours('2026-03-29').map(({ value }) => value)).not.toContain(2)
    expect([hours('2026-03-29').length, hours('2026-10-25').length]).toEqual([23, 25])
    expect(hours('2026-10-25').filter(({ value }) => value === 2)).toHaveLength(2)
  })

  test('drops a day with an impossible level or date and keeps the others', () => {
    const bad = [
      day('2026-01-13', { couleur_du_jour: 4 }),
      day('2026-01-14', { h7: -1 }),
      day('2026-02-31'),
      day('soon'),
    ]
    const { documents, unreadableSlots } = read([...bad, day('2026-01-12', { message: null })])
    expect([documents.map(({ key }) => key), unreadableSlots]).toEqual([['2026-01-12'], 4])
    expect(() => read(bad)).toThrow('none of 4 records can be read, the first not at couleur_du_jour')
  })
})

test('repairs a text that was encoded twice, once, and leaves every other text as it is', () => {
  expect(repairText('Pas dâ€™alerte. SystÃ¨me Ã©lectrique')).toBe('Pas d’alerte. Système électrique')
  for (const text of ['Pas d’alerte.', 'Système électrique', 'Âge', '日本 Ã©']) expect(repairText(text)).toBe(text)
})
