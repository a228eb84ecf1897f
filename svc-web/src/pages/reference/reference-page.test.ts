import { describe, expect, test } from 'bun:test'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createGuide } from '@hexawatt/shared/openapi/guide'
import { buildAssets, listAssets } from '../../kit/assets.ts'
import { servePage } from '../../kit/served-page.ts'
import { createReferencePages } from './reference-page.ts'

const publicBaseUrl = 'https://api.example.org'
const context = { publicBaseUrl, planTable: defaultPlanTable, demoKey: `hxw_${'d'.repeat(32)}` }
const assets = await buildAssets()
const pages = [
  ...(await createReferencePages({ ...context, site: { publicBaseUrl, assets, hasAccounts: true } })),
  ...listAssets(assets).map(({ path, page }) => servePage(path, page)),
]

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const [pathname] = path.split('?')
  const page = pages.find((one) => one.path === pathname)
  if (page === undefined) throw new Error(`nothing at ${path}`)
  return page.answer(new Request(`http://localhost${path}`, { headers }))
}

const html = await (await ask('/docs')).text()
const english = await (await ask('/docs?lang=en')).text()
const policy = (await ask('/docs')).headers.get('content-security-policy') ?? ''

/** What the page loads: scripts, style sheets, the icon. */
const loaded = [...html.matchAll(/<(?:script|link rel="(?:stylesheet|icon)"|img)[^>]*?(?:src|href)="([^"]+)"/g)].map(
  ([, address = '']) => address,
)

describe('the API reference page', () => {
  test('loads the document of the gateway by address, and says what every request needs before the first operation', () => {
    expect(html).toContain('"url":"openapi.json"')
    const introduction = html.slice(0, html.indexOf('id="swagger-ui"'))
    for (const part of [`<code>${publicBaseUrl}</code>`, '<code>X-Api-Key</code>', context.demoKey]) {
      expect(introduction).toContain(part)
    }
    for (const target of ['plans', 'problems', 'developpeurs', 'openapi.json', 'llms.txt', '#rules']) {
      expect(introduction).toContain(`href="${target}"`)
    }
  })

  test('stands in the frame of the site, in both languages of its own words', () => {
    expect([html, english].map((page) => page.match(/<html lang="(..)"/)?.[1])).toEqual(['fr', 'en'])
    expect(html).toContain('<h1>Documentation de l’API</h1>')
    expect(english).toContain('<h1>API reference</h1>')
    for (const page of [html, english]) {
      expect(page).toContain('aria-current="page">API</a>')
      expect(page).toContain('<footer class="foot">')
      // The document is English.
      expect(page).toMatch(/id="reference" lang="en"/)
    }
  })

  test('has the call of every operation in each language, also without a script', () => {
    for (const { id, path } of allOperations) {
      const [call = ''] = html.match(new RegExp(`<article data-path="${path}">.*?</article>`, 's')) ?? []
      expect([id, [...(call.match(/name="call-\w+"/g) ?? [])]]).toEqual([id, Array(3).fill(`name="call-${id}"`)])
      expect([...call.matchAll(/data-snippet="(\w+)"/g)].map(([, one]) => one)).toEqual([
        'curl',
        'typescript',
        'python',
      ])
    }
    expect(html.match(/<article/g)).toHaveLength(allOperations.length)
  })

  test('has all rules of the document, which Swagger UI no longer shows', () => {
    for (const { title, text } of createGuide(context)) {
      expect(html).toContain(`<summary>${title}</summary>`)
      for (const line of text.split(/\n+/)) expect(html).toContain(Bun.escapeHTML(line.replace(/^- /, '')))
    }
  })

  test('names no other server', () => {
    expect(html).not.toMatch(/(?:https?:)?\/\/(?!api\.example\.org)/)
    expect(loaded).toHaveLength(6)
    for (const address of loaded) expect(address).toMatch(/^(?:docs\/assets|dashboard)\//)
  })

  test('has versioned files that may be cached for ever', async () => {
    for (const address of loaded) {
      const response = await ask(`/${address}`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('has a style that loads nothing from elsewhere, in which that of Swagger UI stands in a layer', async () => {
    const address = loaded.find((one) => one.endsWith('reference.css'))
    const style = await (await ask(`/${address}`)).text()
    expect(style).toStartWith('@layer swagger{')
    const addresses = [...style.matchAll(/url\(\s*["']?([^"')]{1,10})/g)].map(([, start = '']) => start)
    expect(addresses.filter((start) => !start.startsWith('data:'))).toEqual([])
    expect(style).not.toContain('@import')
  })

  test('has a security policy that lets only its own scripts run', () => {
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

  test('has an entity tag, and is 304 to a client that has it', async () => {
    const etag = (await ask('/docs')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[0-9a-z]+"$/)
    const again = await ask('/docs', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await ask('/docs', { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })

  test('is compressed as the client asks, with the same content', async () => {
    const zipped = await ask('/docs', { 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    const bytes = new Uint8Array(await zipped.arrayBuffer())
    expect(bytes.length).toBeLessThan(html.length / 4)
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(html)
  })

  test('exists only at its exact path', () => {
    for (const path of ['/docs/', '/docs/assets/x', '/docs/json', '/swagger']) {
      expect([path, pages.some((page) => page.path === path)]).toEqual([path, false])
    }
  })
})
