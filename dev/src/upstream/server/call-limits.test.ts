import { expect, test } from 'bun:test'
import { createCallLimits } from './call-limits.ts'

type RefusedCalls = 'doNotCount' | 'doubleTheWait'

/** The wait in seconds at each of these seconds, with one call in 900 s; 0: the call is admitted. */
function waitsAt(seconds: readonly number[], refusedCalls: RefusedCalls): number[] {
  let nowMs = 0
  const limits = createCallLimits(() => nowMs)
  return seconds.map((second) => {
    nowMs = second * 1_000
    return limits.waitMs('grid_signals', 900_000, refusedCalls) / 1_000
  })
}

test.each<[string, RefusedCalls, seconds: number[], waits: number[]]>([
  ['the first call is admitted, the next one after the period', 'doNotCount', [5, 6, 904.5, 905], [0, 899, 0.5, 0]],
  ['a refused call does not postpone the next one', 'doNotCount', [0, 890, 900, 901], [0, 10, 0, 899]],
  [
    'every refused call doubles the wait from then on, up to an hour',
    'doubleTheWait',
    [0, 0, 0, 0],
    [0, 1_800, 3_600, 3_600],
  ],
  ['after the wait the count starts again', 'doubleTheWait', [0, 0, 1_800, 1_801], [0, 1_800, 0, 1_800]],
])('%s', (_, refusedCalls, seconds, waits) => {
  expect(waitsAt(seconds, refusedCalls)).toEqual(waits)
})

test('each subject has its own limit', () => {
  const limits = createCallLimits(() => 0)
  const wait = (subject: 'odre' | 'energy-charts') => limits.waitMs(subject, 7_500, 'doubleTheWait')
  expect([wait('odre'), wait('energy-charts'), wait('odre')]).toEqual([0, 0, 15_000])
})
