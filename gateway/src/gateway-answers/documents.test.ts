import { describe, expect, test } from 'bun:test'
import { operations } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { publicProblemCodes } from '@hexawatt/shared/contract/problem'
import { createOpenApiDocument } from '@hexawatt/shared/openapi/document'
import { createRequestContext } from '../http/request-context.ts'
import { createDocuments } from './documents.ts'

const context = {
  publicBaseUrl: 'https://api.example.org',
  planTable: defaultPlanTable,
  demoKey: `hxw_${'d'.repeat(32)}`,
}
const pages = createDocuments(context)

async function ask(path: string, headers: Record<string, string> = {}, from = pages): Promise<Response> {
  const page = from.find((one) => one.path === path)
  if (page === undefined) throw new Error(`nothing at ${path}`)
  const request = new Request(`http://localhost${path}`, { headers })
  const { status, headers: answered, body } = await page.answer(createRequestContext(request, null))
  return new Response(body, { status, headers: answered })
}

test('/openapi.json is the document that the contract makes', async () => {
  const served = await (await ask('/openapi.json')).json()
  expect(served).toEqual(JSON.parse(JSON.stringify(createOpenApiDocument(context))))
})

describe('every document', () => {
  test.each(['/openapi.json', '/llms.txt'])(
    '%s has an entity tag, and is 304 to a client that has it',
    async (path) => {
      const etag = (await ask(path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^W\/"[0-9a-z]+"$/)
      const again = await ask(path, { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect((await ask(path, { 'if-none-match': 'W/"other"' })).status).toBe(200)
    },
  )

  test('is compressed as the client asks, with the same content', async () => {
    const plain = await (await ask('/openapi.json')).text()
    const zipped = await ask('/openapi.json', { 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    const bytes = new Uint8Array(await zipped.arrayBuffer())
    expect(bytes.length).toBeLessThan(plain.length / 4)
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(plain)
  })
})

describe('/llms.txt', () => {
  test('follows the format of llmstxt.org, with every endpoint and every code', async () => {
    const response = await ask('/llms.txt')
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^# Hexawatt\n\n> .+\n\n/)
    expect(text.match(/^## .+/gm)).toEqual(['## Endpoints', '## Reference', '## Errors'])
    const sections = text.split(/^## .+\n\n/m).slice(1)
    for (const section of sections) {
      for (const line of section.trim().split('\n'))
        expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/api\.example\.org\/[^)]*\): .+/)
    }
    for (const { method, path } of [...operations, getEvents, callMcp]) expect(text).toContain(`- [${method} ${path}](`)
    for (const code of publicProblemCodes) expect(text).toContain(`- [${code}](`)
    expect(text).toContain(context.demoKey)
  })

  test('names no demo key if there is none', async () => {
    const others = createDocuments({ ...context, demoKey: null })
    expect(await (await ask('/llms.txt', {}, others)).text()).not.toMatch(/hxw_[0-9a-f]{32}/)
  })
})
