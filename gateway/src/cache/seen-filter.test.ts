import { expect, test } from 'bun:test'
import { createSeenFilter } from './seen-filter.ts'

test('a text is remembered from the first time on', () => {
  const wasThere = createSeenFilter(64)
  expect([wasThere('a'), wasThere('b'), wasThere('a'), wasThere('b')]).toEqual([false, false, true, true])
})

test('of many texts those that came last are remembered best, and hardly one is taken for another', () => {
  const wasThere = createSeenFilter(4_096)
  const texts = Array.from({ length: 50_000 }, (_, index) => `getScore wPrice=${index}`)
  expect(texts.filter(wasThere).length).toBeLessThan(5)
  const last = texts.slice(-400)
  expect(last.filter(wasThere).length).toBeGreaterThan(300)
})
