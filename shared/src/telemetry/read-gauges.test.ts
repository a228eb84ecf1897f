import { expect, test } from 'bun:test'
import { addReadGauges, createMetrics } from './metrics.ts'

type Row = { id: string; size: number | null }

/** Two gauges over rows that the test decides on. */
function gauges(read: () => Promise<readonly Row[]>) {
  const metrics = createMetrics('test')
  addReadGauges(metrics, {
    labelNames: ['id'],
    labels: ({ id }: Row) => ({ id }),
    read,
    gauges: [
      { name: 'size', help: 'Size', value: ({ size }) => size },
      { name: 'double_size', help: 'Double size', value: ({ size }) => size && size * 2 },
    ],
  })
  return async () => (await metrics.text()).split('\n').filter((line) => /^(double_)?size\{/.test(line))
}

test('rows are read once for all gauges of a scrape', async () => {
  let reads = 0
  const text = gauges(async () => [{ id: 'a', size: ++reads }])
  expect(await text()).toEqual(['size{id="a",program="test"} 1', 'double_size{id="a",program="test"} 2'])
  expect(await text()).toEqual(['size{id="a",program="test"} 2', 'double_size{id="a",program="test"} 4'])
})

test('unknown values and removed rows are absent', async () => {
  let rows: Row[] = [
    { id: 'a', size: 1 },
    { id: 'b', size: null },
  ]
  const text = gauges(async () => rows)
  expect(await text()).toHaveLength(2)
  rows = []
  expect(await text()).toEqual([])
})

test('a failed read leaves out only its own gauges, and the next read may succeed', async () => {
  let isAway = true
  const text = gauges(async () => {
    if (isAway) throw new Error('the store is away')
    return [{ id: 'a', size: 1 }]
  })
  expect(await text()).toEqual([])
  isAway = false
  expect(await text()).toHaveLength(2)
})

test('a scrape reports the heap size, not the heap spaces that would need a walk', async () => {
  const text = await createMetrics('test').text()
  expect(text).not.toContain('nodejs_heap_space_size')
  expect(text).toContain('nodejs_heap_size_used_bytes')
})
