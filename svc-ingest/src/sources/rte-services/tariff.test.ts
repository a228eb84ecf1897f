import { describe, expect, test } from 'bun:test'
import { buildOpenCall } from '../definition/source.ts'
// Values that a client's test quotes of the live feed.
import light from './fixtures/tempo-light.json'
import { rteServicesTariff } from './tariff.ts'

const readText = (text: string) => {
  const [content] = rteServicesTariff.read({ body: new TextEncoder().encode(text), query: {} }).feeds ?? []
  if (content === undefined) throw new Error('no content')
  return content.normalised
}
const colors = (values: Record<string, unknown>) =>
  readText(JSON.stringify({ values })).measurements.map(({ slotStart, value }) => [slotStart.toString(), value])

describe('the colours of the tariff', () => {
  test('are one value for each Paris day', () => {
    expect(colors(light.values)).toEqual([
      ['2025-05-16T22:00:00Z', 2],
      ['2025-05-17T22:00:00Z', 3],
    ])
  })

  test('are read in French too', () => {
    expect(
      colors({ '2026-01-01': 'BLEU', '2026-01-02': 'blanc', '2026-01-03': 'ROUGE' }).map(([, code]) => code),
    ).toEqual([1, 2, 3])
  })

  test.each([
    ['provisional, as text', { '2026-01-01': 'RED', '2026-01-01-fallback': 'true' }],
    ['provisional', { '2026-01-01': 'RED', '2026-01-01-fallback': true }],
    ['unknown', { '2026-01-01': '?' }],
    ['of no day', { updated: 'RED', '2026-01-01': '?' }],
    ['absent', {}],
  ])('that are %s give no value, and are no failure', (_, values) => {
    expect(colors(values)).toEqual([])
  })

  test('skip and count an impossible day or an unknown word, and keep the other days', () => {
    const values = { '2026-01-01': 'RED', '2026-02-30': 'BLUE', '2026-01-02': 'GREEN' }
    const { measurements, unreadableSlots } = readText(JSON.stringify({ values }))
    expect([measurements.length, unreadableSlots]).toEqual([1, 2])
  })

  test('of unknown words only, or in another form, are refused', () => {
    expect(() => colors({ updated: 'RED', '2026-1-1': 'RED' })).toThrow('none of 2 colours stands next to a day')
    expect(() => colors({ '2026-01-01': 'TEMPO_RED' })).toThrow('none of 1 days has a known colour')
    expect(() => readText('{"colors":{}}')).toThrow('agreed shape at values')
    expect(() => readText('<!DOCTYPE html>')).toThrow('not JSON')
  })
})

describe('a request of colours', () => {
  const season = (now: string) =>
    rteServicesTariff.calls({ now: Temporal.Instant.from(now), lastSuccess: null, newestSlotEnd: null })[0]?.query[
      'season'
    ]

  test('covers at first the whole season of the colour in force, the old one until 06:00 on 1 September', () => {
    expect(season('2026-08-31T12:00:00Z')).toBe('2025-2026')
    expect(season('2026-09-01T03:59:00Z')).toBe('2025-2026')
    expect(season('2026-09-01T04:00:00Z')).toBe('2026-2027')
    expect(season('2027-01-01T12:00:00Z')).toBe('2026-2027')
  })

  test('covers later the few days around today, in one call', () => {
    const now = Temporal.Instant.from('2026-10-09T08:46:00Z')
    const context = { now, lastSuccess: now.subtract({ hours: 24 }), newestSlotEnd: null }
    expect(rteServicesTariff.calls(context)).toEqual([buildOpenCall('/cms/open_data/v1/tempoLight')])
  })
})
