import { expect, test } from 'bun:test'
import { createRequestContext } from '../http/request-context.ts'
import { requestTarget } from '../http/request-target.ts'
import { mcpMethods, type Resource, readMethods } from '../http/resource.ts'
import { createUnknownPath } from './unknown-path.ts'

const answer: Resource['answer'] = () => ({ status: 200, headers: {}, body: null })
const answerUnknownPath = createUnknownPath({
  operations: [
    { path: '/v1/score', methods: readMethods, answer },
    { path: '/mcp', methods: mcpMethods, answer },
  ],
  pages: [{ path: '/plans', methods: readMethods, answer }],
  showUnknownPage: async (_context, { status }, nearest) => ({ status, headers: {}, body: `page near ${nearest}` }),
})

function ask(path: string, method = 'GET', accept = '*/*') {
  const request = new Request(`http://localhost${path}`, { method, headers: { accept } })
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

test('a browser gets a page that knows the nearest path, of an operation or a page; a program gets a problem that names it', async () => {
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
  expect(await ask('/v1/scor', 'GET', browser)).toMatchObject({ status: 404, body: 'page near /v1/score' })
  expect(await ask('/plan', 'HEAD', browser)).toMatchObject({ status: 404, body: 'page near /plans' })
  expect(await ask(`/v1/score/hxw_${'0'.repeat(32)}`, 'GET', browser)).toMatchObject({ body: 'page near null' })
  expect(() => ask('/consomations')).toThrow('Did you mean /consommations?')
  expect(() => ask('/v1/scor', 'POST', browser)).toThrow('Did you mean /v1/score?')
})
