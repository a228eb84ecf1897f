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

test('a scrape does not walk the heap: it takes no longer with a million more objects in memory', async () => {
  const metrics = createMetrics('test')
  expect(await metrics.text()).toContain('nodejs_heap_size_used_bytes')
  const beforeMs = await shortestScrapeMs(metrics)
  const objects = Array.from({ length: 1_000_000 }, (_, index) => ({ index }))
  // A walk of a million objects took 14 ms.
  expect((await shortestScrapeMs(metrics)) - beforeMs).toBeLessThan(3)
  expect(objects).toHaveLength(1_000_000)
})

async function shortestScrapeMs(metrics: ReturnType<typeof createMetrics>): Promise<number> {
  let shortestMs = Number.POSITIVE_INFINITY
  for (let scrape = 0; scrape < 20; scrape++) {
    const startMs = performance.now()
    await metrics.text()
    shortestMs = Math.min(shortestMs, performance.now() - startMs)
  }
  return shortestMs
}
