import { describe, expect, test } from 'bun:test'
import { problemCodes, problemTable, publicProblemCodes } from '@hexawatt/shared/contract/problem'
import { buildAssets } from '../../kit/assets.ts'
import { createProblemPages } from './problem-pages.ts'
import { frenchProblems } from './problems-in-french.ts'

const site = { publicBaseUrl: 'https://api.example.org', assets: await buildAssets(), hasAccounts: true }
const pages = createProblemPages(site)

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const page = pages.find((one) => one.path === path.split('?')[0])
  if (page === undefined) throw new Error(`nothing at ${path}`)
  return page.answer(new Request(`http://localhost${path}`, { headers }))
}
const read = async (path: string): Promise<string> => (await ask(path)).text()

describe('the problem pages', () => {
  test('stand in the frame of the site, with a recorded example and without an inline script or style', async () => {
    for (const code of problemCodes) {
      const response = await ask(`/problems/${code}`)
      const page = await response.text()
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page).toContain(`<code>${code}</code>`)
      const hasExample = page.includes(`&quot;code&quot;: &quot;${code}&quot;`)
      expect([code, hasExample]).toEqual([code, publicProblemCodes.includes(code)])
      expect(page).not.toMatch(/<script>|url\(|<style|\sstyle=/)
      expect(page).toContain('<header class="top">')
      expect(response.headers.get('content-security-policy')).toContain("style-src 'self'")
    }
  })

  test('state status, title and remedy of the contract, and link no foreign address', async () => {
    for (const [code, { status, title, remedy }] of Object.entries(problemTable)) {
      const page = await read(`/problems/${code}?lang=en`)
      for (const text of [title, remedy]) expect(page).toContain(Bun.escapeHTML(text))
      expect(page).toContain(`HTTP status ${status}`)
      // Neither do the recorded examples.
      const addresses = [...page.matchAll(/https?:[^"<&\s]*/g)].map(([address]) => address)
      expect(addresses.filter((address) => !address.startsWith('https://api.example.org'))).toEqual([])
    }
  })

  test('say the same in French, with what to do', async () => {
    for (const code of problemCodes) {
      const page = await read(`/problems/${code}`)
      const { title } = frenchProblems[code]
      expect(page).toContain(`<h1>${title}</h1>`)
      expect(page).toContain('<h2>Que faire</h2>')
      expect(page).toContain(`statut HTTP ${problemTable[code].status}`)
    }
  })

  test('say first whether a retry can help', async () => {
    expect(await read('/problems/rate_limited')).toContain('secondes indiqué par <code>Retry-After</code>')
    expect(await read('/problems/invalid_parameter?lang=en')).toContain('a retry does not help')
    expect(await read('/problems/internal_error?lang=en')).not.toContain('a retry does not help')
  })

  test('are all listed, in both languages', async () => {
    for (const language of ['fr', 'en']) {
      const list = await read(`/problems?lang=${language}`)
      for (const code of problemCodes) expect(list).toContain(`href="problems/${code}"`)
      const statuses = [...list.matchAll(/<tr><td>(\d+)<\/td>/g)].map(([, status]) => Number(status))
      expect([statuses.length, statuses]).toEqual([problemCodes.length, statuses.toSorted((one, other) => one - other)])
    }
  })

  test.each(['/problems', ...problemCodes.map((code) => `/problems/${code}`)])(
    '%s has an entity tag, and is 304 to a client that has it',
    async (path) => {
      const etag = (await ask(path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^W\/"[0-9a-z]+"$/)
      const again = await ask(path, { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect((await ask(path, { 'if-none-match': 'W/"other"' })).status).toBe(200)
    },
  )

  test('exist only at their exact paths', () => {
    for (const path of ['/problems/', '/problems/constructor']) {
      expect([path, pages.some((page) => page.path === path)]).toEqual([path, false])
    }
  })
})
