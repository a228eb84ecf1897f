import { describe, expect, test } from 'bun:test'
import { operations } from '@hexawatt/shared/contract/operations'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { connectMcp } from '../mcp/testing/mcp-client.ts'
import { goodCall } from './testing/operation-calls.ts'
import { startServedSystem } from './testing/served-system-fixture.ts'

const system = stopAtEnd(await startServedSystem())
const key = await system.createKey('scale')

const plan = '/v1/schedule?durationMinutes=120&objective=cost'
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${system.gatewayUrl}${path}`, { headers: { 'x-api-key': key, ...headers } })

async function adviceIn(acceptLanguage: string | null, path = plan) {
  const response = await ask(path, acceptLanguage === null ? {} : { 'accept-language': acceptLanguage })
  const { advice, ...rest } = (await response.json()) as { advice: string; issuedAt: string }
  return { response, advice, rest, language: response.headers.get('content-language') }
}

describe('the advice of a plan', () => {
  test('the advice of a plan is in the language that Accept-Language prefers, French by default; all else is the same in both', async () => {
    const french = await adviceIn(null)
    expect(french.advice).toMatch(/^(Démarrez|Le meilleur créneau)/)
    // Each form twice: from the service, and from the cache.
    for (const [header, language] of [
      ['en', 'en'],
      ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
      ['fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
      ['de', 'fr'],
      ['en', 'en'],
      ['de,en;q=0.1', 'en'],
      ['fr', 'fr'],
    ] as const) {
      const answer = await adviceIn(header)
      expect([header, answer.language]).toEqual([header, language])
      expect(answer.advice.startsWith(language === 'en' ? 'Start' : french.advice.slice(0, 9))).toBe(true)
      if (language === 'fr') expect(answer.advice).toBe(french.advice)
      expect(answer.rest).toEqual(french.rest)
    }
  })

  test('the advice has one tag per language, the same for every spelling of the header, and Vary names Accept-Language', async () => {
    const [french, english, alsoEnglish] = await Promise.all([adviceIn('fr'), adviceIn('en'), adviceIn('en-US;q=0.9')])
    const tags = [french, english, alsoEnglish].map(({ response }) => response.headers.get('etag') ?? '')
    expect([tags[1] === tags[2], tags[0] === tags[1]]).toEqual([true, false])
    expect(english.response.headers.get('vary')).toBe(
      'Accept, Accept-Encoding, Accept-Language, X-Api-Key, Authorization',
    )
    const condition = { 'if-none-match': tags[1] ?? '' }
    const [same, other] = [
      await ask(plan, { ...condition, 'accept-language': 'en-IE' }),
      await ask(plan, { ...condition, 'accept-language': 'fr' }),
    ]
    expect([same.status, same.headers.get('content-language'), other.status]).toEqual([304, 'en', 200])
  })
})

test('no other operation has a Content-Language or depends on Accept-Language', async () => {
  const french = /Mieux vaut|Le moment|C’est un bon/
  expect(JSON.stringify(await (await ask('/v1/score', { 'accept-language': 'en' })).json())).toMatch(french)
  for (const operation of operations.filter((one) => !one.isTranslated)) {
    const { headers } = await ask(goodCall(operation), { 'accept-language': 'en' })
    expect([operation.id, headers.get('content-language')]).toEqual([operation.id, null])
    expect(headers.get('vary')).not.toContain('Language')
  }
})

test('a tool of the Model Context Protocol answers in the language of its client', async () => {
  for (const [language, advice] of [
    ['en', /^(Start|The best slot)/],
    ['fr', /^(Démarrez|Le meilleur créneau)/],
    [null, /^(Démarrez|Le meilleur créneau)/],
  ] as const) {
    await using mcp = await connectMcp(system, key, language === null ? {} : { 'accept-language': language })
    const { body } = await mcp.callTool('plan_load', { durationMinutes: 120, objective: 'cost' })
    expect(Object(body).advice).toMatch(advice)
  }
})
