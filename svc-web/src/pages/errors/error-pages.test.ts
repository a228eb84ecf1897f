import { expect, test } from 'bun:test'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { buildAssets } from '../../kit/assets.ts'
import { createErrorPages } from './error-pages.ts'

const site = { publicBaseUrl: 'https://power.example', assets: await buildAssets(), hasAccounts: true }
const pagePaths = ['/plans', '/consommations', '/problems/not_found']
const errors = createErrorPages({ site, pagePaths, logger: createLogger('svc-web', 'silent') })

function askUnknown(query: Record<string, string>, headers: Record<string, string> = {}): Response {
  const address = `http://localhost/404?${new URLSearchParams(query)}`
  return errors.unknown.answer(new Request(address, { headers })) as Response
}

test('an unknown path is a page with status 404, in the visitor’s language, never stored or indexed', async () => {
  const french = askUnknown({ path: '/nulle-part' })
  expect([french.status, french.headers.get('content-language')]).toEqual([404, 'fr'])
  expect(french.headers.get('cache-control')).toBe('no-store')
  const text = await french.text()
  expect(text).toContain('Rien n’est branché ici')
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect(text).not.toMatch(/rel="canonical"|\sstyle=|<script>|Vous cherchiez/)
  const english = askUnknown({ path: '/nowhere' }, { 'accept-language': 'en' })
  expect(await english.text()).toContain('Nothing is plugged in here')
  expect(askUnknown({ path: '/nowhere', lang: 'en' }, {}).headers.get('content-language')).toBe('en')
})

test.each([
  ['/plan', '/plans', 'plans'],
  ['/v1/scores', '/v1/score', '../v1/score'],
  ['/consomation', '/consommations', 'consommations'],
  ['/problems/not_fond', '/problems/not_found', '../problems/not_found'],
])('the page of %s names %s, with a link that is relative to the asked path', async (path, nearest, link) => {
  const text = await askUnknown({ path }).text()
  expect(text).toContain(`<a href="${link}">${nearest}</a>`)
})

test('only the page of a path that looks like the API’s says what programs receive', async () => {
  expect(await askUnknown({ path: '/v1/scores' }).text()).toContain('application/problem+json')
  for (const path of ['/nulle-part', '/', '/v1x']) {
    expect(await askUnknown({ path }).text()).not.toContain('problem+json')
  }
})

test('the frame of an unknown path below others finds its files, however deep the path is', async () => {
  const { style } = site.assets.frame
  expect(await askUnknown({ path: '/a/b/c' }).text()).toContain(`href="../..${style.path}"`)
  const deepest = await askUnknown({ path: '/a'.repeat(4_000) }).text()
  expect(deepest).toContain(`href="${style.path}"`)
  expect(deepest.length).toBeLessThan(20_000)
})

test('an error page has the headers of every other page, and a refused address of an embed sets no cookie', () => {
  const refusal = new AppError('invalid_parameter', { detail: 'x' })
  const refused = errors.refused(new Request('http://localhost/embed?lang=en&theme=x'), refusal)
  const unknown = askUnknown({ path: '/nowhere', lang: 'en' })
  for (const { headers } of [refused, unknown]) expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(refused.headers.get('set-cookie')).toBeNull()
  expect(unknown.headers.get('set-cookie')).toStartWith('lang=en;')
})

test('a path that held a key says where a key belongs', async () => {
  expect(await askUnknown({ key: 'hidden', lang: 'en' }).text()).toContain('contained an API key')
  expect(await askUnknown({ path: '/<script>alert(1)</script>' }).text()).not.toContain('<script>alert')
})

test('an error of a page is a page that says what to do; a fault shows its request id and nothing of its cause', async () => {
  const request = new Request('http://localhost/etat?lang=en', { headers: { 'x-request-id': 'request-of-the-test' } })
  const fault = errors.refused(request, new Error('secret of the cause'))
  const text = await fault.text()
  expect([fault.status, text.includes('request-of-the-test'), text.includes('secret')]).toEqual([500, true, false])
  const away = errors.refused(request, new AppError('service_unavailable', { detail: 'x', retryAfterSeconds: 7 }))
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '7'])
  expect(await away.text()).toContain('<a class="btn" href="">Try again</a>')
  const busy = errors.refused(request, new AppError('rate_limited', { detail: 'x', retryAfterSeconds: 9 }))
  expect([busy.status, await busy.text()]).toEqual([429, expect.stringContaining('Too many requests at once')])
  const refused = errors.refused(request, new AppError('invalid_parameter', { detail: 'hours is 0; accepted: 1–48.' }))
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('hours is 0; accepted: 1–48.')])
})
