import { describe, expect, test } from 'bun:test'
import { judge } from '../../pipeline/plausibility.ts'
import fourDays from './fixtures/grid-signals-four-days.json'
import threeDays from './fixtures/grid-signals-three-days-after-midnight.json'
import { normaliseGridSignals } from './grid-signals.ts'

type Step = { pas: unknown; hvalue?: unknown }

function hourLevels(jour: string, steps: readonly Step[]): { levels: Record<string, number>; unreadable: number } {
  const { measurements, unreadableSlots } = normaliseGridSignals({ signals: { jour, dvalue: 1, values: steps } })
  const hours = measurements.filter(({ series }) => series === 'HOUR')
  return {
    levels: Object.fromEntries(hours.map(({ slotStart, value }) => [slotStart.toString(), value])),
    unreadable: unreadableSlots,
  }
}

/** Steps 0 … `last`, each with a level of its own hour modulo 4. */
const steps = (last: number): Step[] => Array.from({ length: last + 1 }, (_, pas) => ({ pas, hvalue: pas % 4 }))

describe('the signal of the grid', () => {
  test('is a document per Paris date, in any order, with its message trimmed', () => {
    const { documents } = normaliseGridSignals(fourDays)
    expect(documents.map(({ key, body }) => [key, body['level'], body['message']])).toEqual([
      ['2026-01-16', 1, 'Pas d’alerte.'],
      ['2026-01-14', 3, 'Le système électrique se trouve dans une situation très tendue.'],
      ['2026-01-15', 2, 'Situation tendue.'],
      ['2026-01-13', 1, 'Pas d’alerte.'],
    ])
    const [first] = documents
    expect([first?.validFrom, first?.validTo, first?.updatedAt].map(String)).toEqual([
      '2026-01-15T23:00:00Z',
      '2026-01-16T23:00:00Z',
      '2026-01-13T16:02:11Z',
    ])
  })

  test('has hours in UTC, oldest first, one per step', () => {
    const body = normaliseGridSignals(fourDays).documents.find(({ key }) => key === '2026-01-14')?.body
    const hours = body?.['hours'] as { time: string; level: number }[]
    expect(hours).toHaveLength(24)
    expect(hours.slice(7, 10)).toEqual([
      { time: '2026-01-14T06:00:00Z', level: 1 },
      { time: '2026-01-14T07:00:00Z', level: 2 },
      { time: '2026-01-14T08:00:00Z', level: 2 },
    ])
    expect(hours[18]).toEqual({ time: '2026-01-14T17:00:00Z', level: 3 })
  })

  test('is also a value over the Paris day and one over each hour, level 0 included', () => {
    const { measurements } = normaliseGridSignals(fourDays)
    const days = measurements.filter(({ series }) => series === 'DAY')
    expect(days.map(({ value, slotStart, slotEnd }) => [value, slotStart.until(slotEnd).total('hours')])).toEqual([
      [1, 24],
      [3, 24],
      [2, 24],
      [1, 24],
    ])
    const hours = measurements.filter(({ series }) => series === 'HOUR')
    expect(hours).toHaveLength(3 * 24 + 17)
    expect(hours[0]).toMatchObject({ value: 0, slotStart: Temporal.Instant.from('2026-01-15T23:00:00Z') })
    expect(hours[0]?.slotEnd).toEqual(Temporal.Instant.from('2026-01-16T00:00:00Z'))
  })

  test('may hold 17 steps for today, from step 7 on, and the past hours are absent, not 0', () => {
    const { documents, measurements } = normaliseGridSignals(fourDays)
    const hours = documents.find(({ key }) => key === '2026-01-13')?.body['hours'] as { time: string }[]
    expect([hours.length, hours[0]?.time, hours.at(-1)?.time]).toEqual([
      17,
      '2026-01-13T06:00:00Z',
      '2026-01-13T22:00:00Z',
    ])
    const early = Temporal.Instant.from('2026-01-13T05:00:00Z')
    expect(measurements.some(({ series, slotStart }) => series === 'HOUR' && slotStart.equals(early))).toBe(false)
  })

  test('has plausible values ahead too, and a value outside the scale is quarantined', () => {
    const { measurements } = normaliseGridSignals(fourDays)
    const now = Temporal.Instant.from('2026-01-13T16:10:00Z')
    expect(judge('grid_signals', measurements, now).quarantined).toEqual([])
    const zero = measurements.filter(({ series }) => series === 'DAY').map((day) => ({ ...day, value: 0 }))
    expect(judge('grid_signals', zero, now).accepted).toEqual([])
  })

  test('is complete with three days after midnight', () => {
    const { documents, unreadableSlots } = normaliseGridSignals(threeDays)
    expect(documents.map(({ key }) => key).sort()).toEqual(['2026-01-14', '2026-01-15', '2026-01-16'])
    expect(unreadableSlots).toBe(0)
  })

  test('is the later of two issues of one day', () => {
    const day = { jour: '2026-01-14T00:00:00+01:00', values: [] }
    const later = { ...day, dvalue: 3, GenerationFichier: '2026-01-13T17:00:00+01:00' }
    const earlier = { ...day, dvalue: 1, GenerationFichier: '2026-01-12T17:00:00+01:00' }
    const { documents } = normaliseGridSignals({ signals: [later, earlier] })
    expect(documents.map(({ body }) => body['level'])).toEqual([3])
  })
})

describe('steps on the days of the clock change', () => {
  test('of 23 hours: the step of the skipped hour is dropped, and the others keep their wall clock hour', () => {
    const { levels, unreadable } = hourLevels('2026-03-29T00:00:00+01:00', steps(23))
    expect(Object.keys(levels)).toHaveLength(23)
    expect(levels['2026-03-29T00:00:00Z']).toBe(1)
    expect(levels['2026-03-29T01:00:00Z']).toBe(3)
    expect(levels['2026-03-29T21:00:00Z']).toBe(3)
    expect(unreadable).toBe(0)
  })

  test('of 25 hours: one step of the doubled hour is used for both', () => {
    const { levels } = hourLevels('2026-10-25T00:00:00+02:00', steps(23))
    expect(Object.keys(levels)).toHaveLength(25)
    expect([levels['2026-10-25T00:00:00Z'], levels['2026-10-25T01:00:00Z']]).toEqual([2, 2])
    expect([levels['2026-10-25T02:00:00Z'], levels['2026-10-25T22:00:00Z']]).toEqual([3, 3])
  })

  test('of 25 hours: two steps of the doubled hour are used in their order', () => {
    const twice = [{ pas: 2, hvalue: 3 }, { pas: 2, hvalue: 0 }, ...steps(23).filter(({ pas }) => pas !== 2)]
    const { levels } = hourLevels('2026-10-25T00:00:00+02:00', twice)
    expect([levels['2026-10-25T00:00:00Z'], levels['2026-10-25T01:00:00Z']]).toEqual([3, 0])
  })

  test('numbered up to the hours of such a day count the hours since midnight', () => {
    const autumn = hourLevels('2026-10-25T00:00:00+02:00', steps(24)).levels
    expect(Object.values(autumn)).toEqual(Array.from({ length: 25 }, (_, hour) => hour % 4))
    const spring = hourLevels('2026-03-29T00:00:00+01:00', steps(22)).levels
    expect(Object.values(spring)).toEqual(Array.from({ length: 23 }, (_, hour) => hour % 4))
  })

  test('of 24 hours: a step 24 names no hour and is counted as unreadable', () => {
    const { levels, unreadable } = hourLevels('2026-01-14T00:00:00+01:00', steps(24))
    expect([Object.keys(levels).length, unreadable]).toEqual([24, 1])
  })
})

describe('a grid signal in an unexpected form', () => {
  test('loses, and counts, only the hour of a level outside the scale, and a missing level is absent', () => {
    const odd = [
      { pas: 0, hvalue: 4 },
      { pas: 1, hvalue: '1' },
      { pas: 2, hvalue: null },
      { pas: 3 },
      { pas: 4, hvalue: 1 },
    ]
    expect(hourLevels('2026-01-14T00:00:00+01:00', odd)).toEqual({
      levels: { '2026-01-14T03:00:00Z': 1 },
      unreadable: 2,
    })
  })

  test('keeps the level of a day without steps', () => {
    const day = { jour: '2026-01-14T00:00:00+01:00', dvalue: 2, values: null }
    expect(normaliseGridSignals({ signals: day }).measurements.map(({ series }) => series)).toEqual(['DAY'])
  })

  test('keeps the levels of a day with an empty issue time or a message that is not a text', () => {
    const day = { GenerationFichier: '', jour: '2026-01-14T00:00:00+01:00', dvalue: 2, message: 7, values: null }
    const { documents, measurements, unreadableSlots } = normaliseGridSignals({ signals: [day] })
    expect([documents[0]?.updatedAt, documents[0]?.body['message'], unreadableSlots]).toEqual([null, null, 0])
    expect(measurements.map(({ series, value }) => [series, value])).toEqual([['DAY', 2]])
  })

  test('loses, and counts, only an unreadable day', () => {
    const day = { jour: '2026-01-14T00:00:00+01:00', dvalue: 2, values: [] }
    const { documents, unreadableSlots } = normaliseGridSignals({ signals: [{ ...day, dvalue: 0 }, day] })
    expect([documents.length, unreadableSlots]).toEqual([1, 1])
  })

  test('is refused when its root is called signals, as in the other publication', () => {
    const capacitySignal = { start_date: '2026-02-04T00:00:00+01:00', type: 'PP1', values: [{ value: true }] }
    expect(() => normaliseGridSignals({ signals: [capacitySignal] })).toThrow(/none of 1 records.*jour/)
    expect(() => normaliseGridSignals({ error: 'x' })).toThrow(/agreed shape at signals/)
  })

  test('may be empty, which is no error', () => {
    expect(normaliseGridSignals({ signals: [] })).toEqual({
      measurements: [],
      documents: [],
      unreadableSlots: 0,
      reasons: [],
    })
  })
})
