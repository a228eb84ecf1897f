import { expect, test } from 'bun:test'
import { type FindPage, matchResource } from './match.ts'

const findPage: FindPage = (path) => (path === '/plans' ? () => ({ status: 200, headers: {}, body: null }) : null)
const match = (path: string) => matchResource(path, findPage, () => null)

test.each([
  ['/v1/score/', '/v1/score'],
  ['/mcp///', '/mcp'],
  ['/plans/', '/plans'],
])('%s has moved to %s', (path, target) => {
  expect(match(path)).toMatchObject({ kind: 'moved', path: target, resource: match(target) })
})

test('the longest path of slashes is refused within milliseconds: anyone can send it, and it counts against no limit', () => {
  const path = `${'/'.repeat(8_000)}a/`
  const durationsMs = Array.from({ length: 5 }, () => {
    const startedMs = performance.now()
    expect(() => match(path)).toThrow('Nothing is served at this path.')
    return performance.now() - startedMs
  })
  // The fastest, because the machine may be busy.
  expect(Math.min(...durationsMs)).toBeLessThan(10)
})
