import { expect, test } from 'bun:test'
import { createRequestContext } from '../http/request-context.ts'
import { requestTarget } from '../http/request-target.ts'
import { mcpMethods, type Resource, readMethods } from '../http/resource.ts'
import { createUnknownPath } from './unknown-path.ts'

const answer: Resource['answer'] = () => ({ status: 200, headers: {}, body: null })
const answerUnknownPath = createUnknownPath(
  [
    { path: '/v1/score', methods: readMethods, answer },
    { path: '/mcp', methods: mcpMethods, answer },
  ],
  [{ path: '/plans', methods: readMethods, answer }],
)

function ask(path: string, method = 'GET') {
  const request = new Request(`http://localhost${path}`, { method })
  return answerUnknownPath({ ...createRequestContext(request, null), target: requestTarget(request.url) })
}

test.each([
  ['/v1/score/', 'GET', '/v1/score'],
  ['/v1/score/?profile=price', 'HEAD', '/v1/score?profile=price'],
  ['/mcp///', 'POST', '/mcp'],
  ['/plans/', 'GET', '/plans'],
])('%s redirects %s to %s', (path, method, location) => {
  expect(ask(path, method)).toMatchObject({ status: 308, headers: { location } })
})

test('a path with a trailing slash has the methods of its resource', () => {
  const context = createRequestContext(new Request('http://localhost/plans'), null)
  expect(ask('/plans/', 'OPTIONS')).toBe(readMethods.optionsResponse(context))
  expect(() => ask('/mcp/')).toThrow('GET is not supported here; use POST, OPTIONS.')
})

test('the longest path of slashes is refused within milliseconds, because it counts against no limit', () => {
  const path = `${'/'.repeat(8_000)}a/`
  const durationsMs = Array.from({ length: 5 }, () => {
    const startedMs = performance.now()
    expect(() => ask(path)).toThrow('Nothing is served at this path.')
    return performance.now() - startedMs
  })
  // The fastest, because the machine may be busy.
  expect(Math.min(...durationsMs)).toBeLessThan(10)
})
