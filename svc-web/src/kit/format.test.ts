import { describe, expect, test } from 'bun:test'
import { createFormat } from './format.ts'

const french = createFormat('fr')
const english = createFormat('en')

describe('French formatting', () => {
  test('has a decimal comma, narrow spaces between thousands and a real minus sign', () => {
    expect(french.number(51_962.5, 1)).toBe('51\u202f962,5')
    expect(french.number(-12.345, 2)).toBe('−12,35')
    expect(french.quantity(100, 0, '%')).toBe('100\u00a0%')
  })

  test('uses Paris times in summer and winter', () => {
    expect(french.hour('2026-01-15T22:00:00Z')).toBe('23\u00a0h')
    expect(french.hour('2026-07-15T22:00:00Z')).toBe('0\u00a0h')
    expect(french.moment('2026-07-01T05:05:00Z')).toBe('mer. 1er juil., 7\u00a0h\u00a005')
  })

  test('adds the year if it is another one', () => {
    expect(french.moment('2026-12-31T23:00:00Z', '2026-04-21T12:00:00Z')).toBe('ven. 1er janv. 2027, 0\u00a0h\u00a000')
  })
})

describe('English formatting', () => {
  test('has its own numbers and times', () => {
    expect(english.quantity(51_962, 0, 'MW')).toBe('51,962\u00a0MW')
    expect(english.quantity(98.97, 2, '%')).toBe('98.97%')
    expect(english.moment('2026-01-15T22:05:00Z')).toBe('Thu 15 Jan, 23:05')
    expect(english.hour('2026-07-15T22:00:00Z')).toBe('00:00')
  })
})

test('the clock hour is that of Paris on both sides of a clock change', () => {
  const hours = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'].map(Date.parse)
  expect(hours.map(french.clockHour)).toEqual([2, 2, 3])
})
