import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { startStandInService } from '../testing/stand-in-service.ts'
import { startWebFixture, type WebFixture } from './testing/web-fixture.ts'

const web = startStandInService(() => new Response('page'))
const requestsPerMinute = 3
const limited = await startWebFixture({ webUrl: web.url, requestsPerMinute })
const down = await startWebFixture({ webUrl: 'http://127.0.0.1:9' })
const absent = await startWebFixture({ webUrl: null })
afterAll(async () => {
  for (const gateway of [limited, down, absent]) await gateway.stop()
  await web.stop()
})

let lastNetwork = 0
/** Asks from a network of its own. */
function from(gateway: WebFixture) {
  const address = `10.0.0.${++lastNetwork}`
  return (path: string, init: RequestInit = {}) =>
    gateway.ask(path, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } })
}

test.each([
  ['is down', () => down, '5'],
  ['is not set', () => absent, '60'],
])(
  'while svc-web %s visitors get a short page in their language, and the payment provider gets a problem',
  async (_state, gateway, wait) => {
    const ask = from(gateway())
    for (const path of ['/', '/plans', '/docs/anything', '/account', '/account/keys']) {
      const response = await ask(path)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, wait])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-language')).toBe('fr')
      expect(await response.text()).toContain('réessayez dans quelques instants')
    }
    expect(await (await ask('/plans')).text()).toContain('href="">Réessayer</a>')
    const inEnglish = await ask('/', { headers: { 'accept-language': 'en-GB, en;q=0.9' } })
    expect(inEnglish.headers.get('content-language')).toBe('en')
    expect(await (await ask('/plans?lang=en')).text()).toContain('are unavailable at the moment')
    expect(await (await ask('/', { headers: { cookie: 'theme=dark; lang=en' } })).text()).toContain('<html lang="en"')
    const head = await ask('/', { method: 'HEAD' })
    expect([head.status, Number(head.headers.get('content-length')) > 100]).toEqual([503, true])
    const delivery = await problemOf(await ask('/billing/webhook', { method: 'POST', body: '{}' }))
    expect(delivery.code).toBe('service_unavailable')
  },
)

test('a svc-web that does not answer in time is abandoned, and not called after some faults', async () => {
  const slow = startStandInService(async () => {
    await Bun.sleep(2_000)
    return new Response('page')
  })
  const gateway = await startWebFixture({ webUrl: slow.url, timeoutMs: 100 })
  const statuses = new Set<number>()
  for (let time = 0; time < 25; time++) statuses.add((await from(gateway)('/plans')).status)
  expect([...statuses]).toEqual([503])
  expect(slow.requests.length).toBeLessThan(25)
  const metrics = await gateway.metrics.text()
  expect(metrics).toMatch(/gateway_service_failures_total\{.*service="svc-web",reason="late".*\} \d/)
  expect(metrics).toMatch(/gateway_circuit_state\{.*service="svc-web".*\} 2/)
  await gateway.stop()
  await slow.stop()
})

test('account pages are limited by client address before they are forwarded, with a refusal page in the visitor’s language', async () => {
  const ask = from(limited)
  web.requests.length = 0
  const statuses: number[] = []
  for (let time = 0; time < 2 * requestsPerMinute + 2; time++) statuses.push((await ask('/account/keys')).status)
  expect(statuses).toEqual([...Array(2 * requestsPerMinute).fill(200), 429, 429])
  expect(web.requests).toHaveLength(2 * requestsPerMinute)
  const refused = await ask('/account', { headers: { cookie: 'lang=en' } })
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await refused.text()).toContain('Too many requests at the moment')
  // Other pages, and other addresses, are not counted with them.
  expect((await ask('/plans')).status).toBe(200)
  expect((await from(limited)('/account')).status).toBe(200)
})

test('a preflight of an account page counts against no limit', async () => {
  web.answerWith(() => new Response(null, { status: 204, headers: { allow: 'GET, HEAD, POST, OPTIONS' } }))
  const ask = from(limited)
  for (let time = 0; time < 2 * requestsPerMinute + 2; time++) {
    for (const path of ['/account', '/account/keys', '/account/']) {
      expect((await ask(path, { method: 'OPTIONS' })).status).toBe(204)
    }
  }
  expect((await ask('/account/keys')).status).toBe(204)
})

test('when svc-web asks for it the client is counted as anonymous, and over the limit is refused instead', async () => {
  web.answerWith(() => new Response('refused', { status: 400, headers: { 'x-count-client': '1' } }))
  const ask = from(limited)
  const answers: Response[] = []
  for (let time = 0; time < requestsPerMinute + 1; time++) {
    answers.push(await ask('/billing/webhook', { method: 'POST', body: '{}' }))
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(requestsPerMinute).fill(400), 429])
  expect(answers[0]?.headers.get('x-ratelimit-remaining-minute')).toBe(String(requestsPerMinute - 1))
  expect(answers[0]?.headers.has('x-count-client')).toBe(false)
  expect((await problemOf(answers.at(-1) ?? new Response())).code).toBe('rate_limited')
  // A form of the same visitor: the limit of requests without a key is used up.
  const form = await ask('/account/link', { method: 'POST', body: 'token=a' })
  expect([form.status, await form.text()]).toEqual([429, expect.stringContaining('Trop de demandes')])
})

test('a body that does not arrive in time is refused without svc-web, with a page or for the payment provider a problem', async () => {
  const gateway = await startWebFixture({ webUrl: web.url })
  web.requests.length = 0
  const sendPart = async (path: string): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const socket = connect(gateway.port, '127.0.0.1', () => {
      socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\npart`)
    })
    socket.on('data', (data) => resolve(data.toString()))
    const answer = await promise
    socket.destroy()
    return answer
  }
  const [page, problem] = await Promise.all([sendPart('/account'), sendPart('/billing/webhook')])
  expect(page).toMatch(/^HTTP\/1.1 400 [\s\S]*Le formulaire est incomplet/)
  expect(problem).toMatch(/^HTTP\/1.1 400 [\s\S]*invalid_body/)
  expect(web.requests).toEqual([])
  await gateway.stop()
}, 15_000)

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a browser at an unknown path gets the page of svc-web, which receives the path and the choices of the visitor, but never a key', async () => {
  web.answerWith(() => new Response('page of svc-web', { status: 404, headers: { 'content-type': 'text/html' } }))
  const ask = from(limited)
  web.requests.length = 0
  const answer = await ask('/plan/b?lang=en&theme=light&x=1', { headers: { ...browser, cookie: 'theme=dark' } })
  expect([answer.status, await answer.text()]).toEqual([404, 'page of svc-web'])
  await ask(`/plan/hxw_${'0'.repeat(32)}`, { headers: browser })
  const asked = web.requests.map(({ url }) => new URL(url)).map(({ pathname, search }) => `${pathname}${search}`)
  expect(asked).toEqual(['/404?lang=en&theme=light&path=%2Fplan%2Fb', '/404?key=hidden'])
  // A program gets a problem, without svc-web.
  expect((await problemOf(await ask('/plan'))).detail).toContain('Did you mean /plans?')
  expect(web.requests).toHaveLength(2)
})

test('an unknown page of svc-web is that page too, and the gateway’s own page while svc-web is down', async () => {
  web.answerWith((request) =>
    new URL(request.url).pathname === '/404'
      ? new Response('page of svc-web', { status: 404, headers: { 'content-type': 'text/html' } })
      : Response.json({ code: 'not_found' }, { status: 404, headers: { 'content-type': 'application/problem+json' } }),
  )
  const unknown = await from(limited)('/docs/none', { headers: browser })
  expect([unknown.status, await unknown.text()]).toEqual([404, 'page of svc-web'])
  // A svc-web of the release before has no page for unknown paths.
  web.answerWith(() =>
    Response.json({ code: 'not_found' }, { status: 404, headers: { 'content-type': 'application/problem+json' } }),
  )
  const older = await from(limited)('/docs/none', { headers: browser })
  expect([older.status, await older.text()]).toEqual([404, expect.stringContaining('Rien n’est branché ici')])
  const own = await from(down)('/plan', { headers: { ...browser, cookie: 'theme=dark' } })
  const text = await own.text()
  expect([own.status, own.headers.get('content-language')]).toEqual([404, 'fr'])
  expect(text).toContain('<code>/plans</code>')
  expect(text).toContain('data-theme="dark"')
})

test('the gateway’s own page loads nothing, and its style is the one that its policy names', async () => {
  const answer = await from(down)('/plans')
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(await answer.text()) ?? []
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  expect(policy).toContain("frame-ancestors 'none'")
})
