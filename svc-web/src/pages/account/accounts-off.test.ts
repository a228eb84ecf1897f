import { expect, test } from 'bun:test'
import { useTestWeb } from '../../testing/use-web.ts'

const { web } = await useTestWeb()
const path = '/account'

test.each(['fr', 'en'])(
  'without mail settings the account page is 503 and names the settings: %s',
  async (language) => {
    const response = await web.fetch(`${path}?lang=${language}`)
    expect([response.status, response.headers.get('content-language')]).toEqual([503, language])
    const text = await response.text()
    for (const setting of ['SMTP_URL', 'MAIL_FROM', 'PUBLIC_BASE_URL']) expect(text).toContain(setting)
  },
)

test('an account page is not cached, framed or readable by other sites', async () => {
  const { headers } = await web.fetch(path)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('OPTIONS lists the methods, without access for other sites', async () => {
  const response = await web.fetch(path, {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example' },
  })
  expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('a client on an unencrypted connection is refused with a page', async () => {
  const response = await web.fetch(`${path}?lang=en`, { headers: { 'x-client-connection': 'plain' } })
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('not encrypted')
})
