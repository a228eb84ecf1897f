import { expect, test } from 'bun:test'
import { createTeardown } from './supervised.ts'

test('steps run once in reverse order, also after a failed step and when run is called twice', async () => {
  const order: string[] = []
  const teardown = createTeardown()
  const step = (name: string) => async () => {
    order.push(name)
    if (name === 'b') throw new Error('stuck')
  }
  for (const name of ['a', 'b', 'c']) teardown.add(step(name))
  await Promise.all([teardown.run(), teardown.run()])
  expect(order).toEqual(['c', 'b', 'a'])
})
