import { describe, expect, test } from 'bun:test'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { internalTokenHeader } from '@hexawatt/shared/http/principal'
import * as v from 'valibot'
import { privateHeaders } from './kit/private/private-responses.ts'
import { useTestWeb } from './testing/use-web.ts'
import { testInternalToken } from './testing/web-fixture.ts'

const { web } = await useTestWeb()

describe('access to svc-web', () => {
  const tokens = ['', 'x'.repeat(testInternalToken.length), `${testInternalToken}x`]
  test.each(tokens)('a request with the token %p gets 404 for every path and method', async (token) => {
    for (const { path, methods } of web.deps.pages) {
      for (const method of [...methods.names, 'PUT']) {
        const response = await web.fetch(path, { method, headers: { [internalTokenHeader]: token } })
        expect([path, method, response.status]).toEqual([path, method, 404])
        await response.body?.cancel()
      }
    }
  })

  test('is granted to the gateway, and to probes without a token', async () => {
    expect((await web.fetch('/problems')).status).toBe(200)
    expect(await (await fetch(`${web.url}/healthz`)).text()).toBe('ok')
    expect((await fetch(`${web.url}/readyz`)).status).toBe(200)
  })
})

describe('a page', () => {
  test('lists its methods, and refuses others with a problem that names them', async () => {
    const options = await web.fetch('/problems', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(options.headers.get('access-control-allow-headers')).toContain('X-Api-Key')
    const refused = await web.fetch('/problems', { method: 'POST', body: 'a=b' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    // As on every answer: without CORS headers a browser hides the error from scripts.
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(v.parse(ProblemDetails, await refused.json()).code).toBe('method_not_allowed')
  })

  test('answers HEAD with the headers of GET and the length of the body', async () => {
    const ask = (method: string) => web.fetch('/problems', { method, headers: { 'accept-encoding': 'identity' } })
    const [got, head] = await Promise.all([ask('GET'), ask('HEAD')])
    const length = (await got.bytes()).length
    expect(await head.text()).toBe('')
    for (const name of ['etag', 'content-type', 'cache-control', 'content-security-policy', 'vary']) {
      expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)])
    }
    expect(head.headers.get('content-length')).toBe(String(length))
  })

  test('with trailing slashes redirects to the page with its query, but never repeats a key', async () => {
    const moved = await web.fetch('/problems/not_found//?lang=en&a=b%20c')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/problems/not_found?lang=en&a=b%20c'])
    const withKey = await web.fetch(`/problems/?key=hxw_${'0'.repeat(32)}`)
    expect([withKey.status, withKey.headers.has('location')]).toEqual([404, false])
    expect((await web.fetch('/problems/', { method: 'PUT' })).status).toBe(405)
    expect((await web.fetch('/problems/', { method: 'OPTIONS' })).status).toBe(204)
  })

  test('that does not exist is not found', async () => {
    for (const path of ['/problems/constructor', '/problems/none/', '/none', '/docs/json', '/swagger', '/dashboard/']) {
      expect([path, (await web.fetch(path)).status]).toEqual([path, 404])
    }
  })

  test('can be framed by another site only at /embed', async () => {
    const framed: string[] = []
    for (const { path } of web.deps.pages) {
      const { headers, body } = await web.fetch(path)
      await body?.cancel()
      if (!headers.get('content-type')?.startsWith('text/html')) continue
      if (!headers.get('content-security-policy')?.includes("frame-ancestors 'none'")) framed.push(path)
    }
    expect(framed).toEqual(['/embed'])
    // The pages of members and of the operator.
    expect(privateHeaders['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})
