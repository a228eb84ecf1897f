import { describe, expect, test } from 'bun:test'
import { franceEicCode } from '../../grid/borders.ts'
import { groupByHour, type SlotValue } from '../hourly-means.ts'
import { computeBorderFlows } from './border-flows.ts'

const start = Temporal.Instant.from('2026-03-04T10:00:00Z')
const [germany, luxembourg, spain] = ['10YCB-GERMANY--8', '10YLU-CEGEDEL-NQ', '10YES-REE------0']
const [ifa, elecLink] = ['10Y1001C--00098F', '10Y1001C--000344']

/** Slots of both directions of a border; `minutes` after the start of the hour. */
function flow(area: string, inMw: number, outMw: number, minutes = 0, lengthMinutes = 60): SlotValue[] {
  const slotStart = start.add({ minutes })
  const slot = { slotStart, slotEnd: slotStart.add({ minutes: lengthMinutes }) }
  return [
    { ...slot, series: `${area}>${franceEicCode}`, value: inMw },
    { ...slot, series: `${franceEicCode}>${area}`, value: outMw },
  ]
}
const compute = (...values: SlotValue[]) => computeBorderFlows(groupByHour(values), start.epochMilliseconds)

describe('net flows of an hour', () => {
  test('net both directions, all cables of a country, and Luxembourg with Germany', () => {
    const net = compute(
      ...flow(germany, 1_200, 700),
      ...flow(luxembourg, 0, 60),
      ...flow(ifa, 500, 0),
      ...flow(elecLink, 0, 900),
    )
    expect(net).toMatchObject({ DE: 440, GB: -400 })
    expect(net['LU']).toBeUndefined()
  })

  test('net quarter-hours over the whole hour, so that an import of one quarter may vanish', () => {
    const quarters = [400, 0, 0, 0].flatMap((mw, index) => flow(spain, mw, mw > 0 ? 0 : 200, index * 15, 15))
    expect(compute(...quarters)['ES']).toBe(-50)
  })

  test('are unknown where a quarter, a direction, a cable of the last days or the whole border is missing', () => {
    const [inflow] = flow(germany, 100, 0)
    if (inflow === undefined) throw new Error('a border has two directions')
    const yesterday = flow(elecLink, 0, 100, -24 * 60)
    const net = compute(inflow, ...flow(spain, 100, 0, 0, 45), ...flow(ifa, 500, 0), ...yesterday)
    expect(net).toEqual({ BE: null, CH: null, DE: null, ES: null, GB: null, IT: null })
  })

  test('are unknown for Germany while those of Luxembourg are, once Luxembourg was seen', () => {
    expect(compute(...flow(germany, 100, 0), ...flow(luxembourg, 0, 9, -60))['DE']).toBeNull()
    expect(compute(...flow(germany, 100, 0))['DE']).toBe(100)
    expect(compute(...flow(luxembourg, 0, 60))['DE']).toBeNull()
  })

  test('keep a border of an unknown area under its code, and list the six neighbours first', () => {
    const net = compute(...flow('10YXX-CABLE----Z', 300, 0))
    expect(Object.entries(net).at(-1)).toEqual(['10YXX-CABLE----Z', 300])
    expect(Object.keys(net)).toHaveLength(7)
  })
})
