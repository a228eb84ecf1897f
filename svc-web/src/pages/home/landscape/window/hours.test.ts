import { describe, expect, test } from 'bun:test'
import { makeSlots } from '../testing/slots.ts'
import { computeMeans, listHours, listSlotSignals } from './hours.ts'

/** From half past six in the evening before the clocks are set back, 48 hours. */
const overAutumn = makeSlots('2026-10-24T16:30:00Z', 192)

describe('the hours of the window', () => {
  test('are those of the clock: a shorter one at each end, and two for the hour that autumn has twice', () => {
    const hours = listHours(overAutumn)
    expect([hours.length, hours[0], hours.at(-1)]).toEqual([49, { first: 0, slots: 2 }, { first: 190, slots: 2 }])
    const starts = hours.map(({ first }) => overAutumn[first])
    expect(starts.filter((slot) => slot?.date === '2026-10-25' && slot.minuteOfDay === 120)).toHaveLength(2)
  })

  test('have the signal of their hour, counted from midnight, also on a day of 25 hours; without hours that of the day', () => {
    const hours = Array.from({ length: 25 }, (_, hour) => (hour === 3 ? 'Tendu' : 'Favorable') as 'Tendu' | 'Favorable')
    const signals = listSlotSignals(overAutumn, [
      { date: '2026-10-24', status: 'TresTendu', hours: null },
      { date: '2026-10-25', status: 'Tendu', hours },
    ])
    expect([signals[0], signals.at(-1)]).toEqual(['TresTendu', null])
    const tense = overAutumn.flatMap(({ startMs }, slot) => (signals[slot] === 'Tendu' ? [startMs] : []))
    // The second time that clocks show 2 o'clock.
    expect(tense.map((atMs) => new Date(atMs).toISOString().slice(11, 16))).toEqual([
      '01:00',
      '01:15',
      '01:30',
      '01:45',
    ])
  })

  test('tell a tense quarter-hour even where another one is unknown, and no signal where only calm ones are known', () => {
    const unknown = overAutumn.map(() => null)
    const inputs = { slots: overAutumn, solarMw: unknown, windMw: unknown }
    const tell = (...signals: ('Favorable' | 'Tendu' | null)[]) =>
      computeMeans({ ...inputs, signals }, [{ first: 0, slots: signals.length }]).signal
    expect([
      tell('Favorable', 'Favorable'),
      tell('Favorable', 'Tendu'),
      tell(null, 'Tendu'),
      tell(null, 'Favorable'),
    ]).toEqual(['Favorable', 'Tendu', 'Tendu', null])
  })
})
