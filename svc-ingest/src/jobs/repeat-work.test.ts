import { expect, test } from 'bun:test'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { until } from '@hexawatt/shared/testing/until'
import { repeatWork } from './repeat-work.ts'

const logger = createLogger('test', 'silent')

test('work is repeated after a failure, one run at a time', async () => {
  let [runs, atOnce, mostAtOnce] = [0, 0, 0]
  const repetition = repeatWork(logger, {
    label: 'test',
    everyMs: 1,
    async work() {
      runs++
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      await Bun.sleep(5)
      atOnce--
      if (runs === 1) throw new Error('the first run fails')
    },
  })
  await until('the third run', () => runs >= 3)
  await repetition.stop()
  expect(mostAtOnce).toBe(1)
})

test('a stop waits for the current run within a time limit, and no run begins after it', async () => {
  let [runs, isEnded] = [0, false]
  const work = async () => {
    runs++
    await Bun.sleep(20)
    isEnded = true
  }
  const repetition = repeatWork(logger, { label: 'test', everyMs: 60_000, work })
  repetition.runNow()
  repetition.runNow()
  await repetition.stop()
  expect([runs, isEnded]).toEqual([1, true])
  repetition.runNow()
  expect(runs).toBe(1)

  const endless = repeatWork(logger, {
    label: 'test',
    everyMs: 60_000,
    work: () => new Promise(() => undefined),
    stopTimeoutMs: 10,
  })
  endless.runNow()
  await endless.stop()
})
