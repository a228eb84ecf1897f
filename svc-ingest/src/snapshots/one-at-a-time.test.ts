import { expect, test } from 'bun:test'
import { oneAtATime } from './one-at-a-time.ts'

test('calls during a run share one run that begins after it', async () => {
  const starts: string[] = []
  let state = 'first'
  const run = oneAtATime(async () => {
    starts.push(state)
    await Bun.sleep(5)
  })
  const first = run()
  state = 'second'
  await Promise.all([first, run(), run(), run()])
  expect(starts).toEqual(['first', 'second'])
})

test('a failed run does not stop the next one', async () => {
  let runs = 0
  const run = oneAtATime(async () => {
    runs++
    await Bun.sleep(1)
    if (runs === 1) throw new Error('first')
  })
  const results = await Promise.allSettled([run(), run()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
