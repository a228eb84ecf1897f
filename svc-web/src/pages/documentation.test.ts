import { describe, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { problemCodes, problemTable, publicProblemCodes } from '@hexawatt/shared/contract/problem'
import { createOpenApiDocument } from '@hexawatt/shared/openapi/document'
import { createProblemPages } from './problem-pages.ts'
import { createReferencePages } from './reference/reference-page.ts'

const publicBaseUrl = 'https://api.example.org'
const context = { publicBaseUrl, planTable: defaultPlanTable, demoKey: `hxw_${'d'.repeat(32)}` }
const pages = [...(await createReferencePages(createOpenApiDocument(context))), ...createProblemPages(publicBaseUrl)]

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const page = pages.find((one) => one.path === path)
  if (page === undefined) throw new Error(`nothing at ${path}`)
  return page.answer(new Request(`http://localhost${path}`, { headers }))
}

const html = await (await ask('/docs')).text()
const policy = (await ask('/docs')).headers.get('content-security-policy') ?? ''

/** What the page loads: scripts, style sheets, images. */
const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*?(?:src|href)="([^"]+)"/g)].map(
  ([, address = '']) => address,
)

describe('the API reference page', () => {
  test('loads the document of the gateway by address, and its description is only the summary', async () => {
    expect(html).toContain('"url":"openapi.json"')
    const { summary } = createOpenApiDocument(context).info
    expect(html.match(/name="description"\s+content="([^"]*)"/)?.[1]).toBe(Bun.escapeHTML(summary))
  })

  test('names no other server', () => {
    expect(html).not.toMatch(/(?:https?:)?\/\/(?!api\.example\.org)/)
    expect(loaded).toHaveLength(2)
    for (const address of loaded) expect(address).toMatch(/^docs\/assets\//)
  })

  test('has versioned files with types that may be cached for ever', async () => {
    const types = await Promise.all(
      loaded.map(async (address) => {
        const response = await ask(`/${address}`)
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect((await response.bytes()).length).toBeGreaterThan(100_000)
        return response.headers.get('content-type')
      }),
    )
    expect(types.toSorted()).toEqual(['text/css; charset=utf-8', 'text/javascript; charset=utf-8'])
  })

  test('has a style that loads nothing from elsewhere', async () => {
    const style = await (await ask(`/${loaded.find((address) => address.endsWith('.css'))}`)).text()
    const addresses = [...style.matchAll(/url\(\s*["']?([^"')]{1,10})/g)].map(([, start = '']) => start)
    expect(addresses.filter((start) => !start.startsWith('data:'))).toEqual([])
    expect(style).not.toContain('@import')
  })

  test('has a security policy that lets only its own script run', () => {
    const [inline = ''] = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text)
    const hash = new Bun.CryptoHasher('sha256').update(inline).digest('base64')
    expect(inline).toContain('SwaggerUIBundle')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain("connect-src 'self' https://api.example.org;")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(html).not.toMatch(/\son[a-z]+=|<style|\sstyle=/)
  })

  test('uses no external validator', () => {
    expect(html).toContain('"validatorUrl":"none"')
  })
})

describe('every page', () => {
  const paths = ['/docs', '/problems', ...problemCodes.map((code) => `/problems/${code}`)]

  test.each(paths)('%s has an entity tag, and is 304 to a client that has it', async (path) => {
    const etag = (await ask(path)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[0-9a-z]+"$/)
    const again = await ask(path, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await ask(path, { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })

  test('is compressed as the client asks, with the same content', async () => {
    const path = `/${loaded.find((address) => address.endsWith('.css'))}`
    const plain = await (await ask(path)).text()
    const zipped = await ask(path, { 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    const bytes = new Uint8Array(await zipped.arrayBuffer())
    expect(bytes.length).toBeLessThan(plain.length / 4)
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(plain)
  })

  test('exists only at its exact path', () => {
    for (const path of ['/docs/', '/docs/assets/x', '/problems/', '/problems/constructor', '/docs/json', '/swagger']) {
      expect([path, pages.some((page) => page.path === path)]).toEqual([path, false])
    }
  })
})

describe('the problem pages', () => {
  test('load and run nothing', async () => {
    for (const code of problemCodes) {
      const response = await ask(`/problems/${code}`)
      const page = await response.text()
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page).toContain(`<code>${code}</code>`)
      const hasExample = page.includes(`&quot;code&quot;: &quot;${code}&quot;`)
      expect([code, hasExample]).toEqual([code, publicProblemCodes.includes(code)])
      expect(page).not.toMatch(/<script|src=|url\(|\sstyle=/)
      const [, style = ''] = page.match(/<style>(.*?)<\/style>/s) ?? []
      const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    }
  })

  test('state status and title, and link no foreign address', async () => {
    for (const [code, { status, title }] of Object.entries(problemTable)) {
      const page = await (await ask(`/problems/${code}`)).text()
      expect(page).toContain(Bun.escapeHTML(title))
      expect(page).toContain(`HTTP status ${status}`)
      // The examples are recorded, with the address of the recording.
      const addresses = [...page.matchAll(/https?:[^"<&\s]*/g)].map(([address]) => address)
      expect(
        addresses.filter((address) => !/^(https:\/\/api\.example\.org|http:\/\/localhost:8080)/.test(address)),
      ).toEqual([])
    }
  })

  test('are all listed', async () => {
    const list = await (await ask('/problems')).text()
    for (const code of problemCodes) expect(list).toContain(`href="problems/${code}"`)
  })
})
