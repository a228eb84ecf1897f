import { describe, expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { createHexawatt } from '../hexawatt.ts'
import { catchError, createProblem, createSuccess, startScriptedApi, testKey } from '../testing/scripted-api.ts'

const baseUrl = 'http://127.0.0.1:1'

describe('an invalid option', () => {
  test.each([
    ['baseUrl', { baseUrl: 'localhost' }],
    ['baseUrl', { baseUrl: 'ftp://localhost' }],
    ['baseUrl', { baseUrl: 'http://localhost/api' }],
    ['baseUrl', { baseUrl: 'http://localhost?key=1' }],
    ['baseUrl', { baseUrl: 'http://user:secret@localhost' }],
    ['maxRetries', { baseUrl, maxRetries: 11 }],
    ['maxRetries', { baseUrl, maxRetries: 0.5 }],
    ['maxWaitMs', { baseUrl, maxWaitMs: Number.POSITIVE_INFINITY }],
    ['timeoutMs', { baseUrl, timeoutMs: 0 }],
    ['maxKeptAnswers', { baseUrl, maxKeptAnswers: -1 }],
    ['userAgent', { baseUrl, userAgent: 'a\r\nx-other: b' }],
  ])('is refused by its name: %s of %o', (name, options) => {
    expect(() => createHexawatt(options)).toThrow(new RegExp(`^${name} must`))
  })

  test.each(['short', `${testKey}\n`, `${testKey} `, `${testKey}é`])(
    'a malformed key such as %p is refused without being shown',
    (apiKey) => {
      const error = (() => {
        try {
          return createHexawatt({ baseUrl, apiKey })
        } catch (refusal) {
          return refusal
        }
      })()
      expect(error).toBeInstanceOf(TypeError)
      expect(inspect(error)).not.toContain(apiKey.trim())
    },
  )

  test('includes an invalid timeout of one call', async () => {
    await using api = startScriptedApi(createSuccess())
    expect(await catchError(api.client().score({}, { timeoutMs: Number.NaN }))).toBeInstanceOf(RangeError)
  })
})

describe('the API key', () => {
  const shown = (value: unknown) =>
    inspect(value, { showHidden: true, depth: null, getters: true }) + Bun.inspect(value) + JSON.stringify(value)

  test('is sent in its header only where it is needed', async () => {
    await using api = startScriptedApi(createSuccess())
    const client = api.client()
    await client.score()
    await client.plans()
    expect(api.requests.map(({ headers }) => headers.get('x-api-key'))).toEqual([testKey, null])
    expect(api.requests.map(({ address }) => address)).toEqual(['/v1/score', '/api/plans'])
  })

  test('is not in what a client prints', async () => {
    await using api = startScriptedApi(createSuccess())
    expect(shown(api.client())).not.toContain(testKey)
  })

  test('is in no error, even when the server repeats it', async () => {
    const echo = { detail: `The key ${testKey} is wrong.`, received: { key: testKey } }
    await using api = startScriptedApi(
      createProblem(401, 'invalid_api_key', {}, echo),
      () => new Response(testKey, { status: 502 }),
      () => new Response(testKey),
    )
    const client = api.client({ maxRetries: 0 })
    const errors = [
      await catchError(client.score()),
      await catchError(client.score()),
      await catchError(client.score()),
    ]
    await api.stop()
    errors.push(await catchError(client.score()))
    for (const error of errors) {
      expect(error).toBeInstanceOf(Error)
      expect(shown(error) + String(error) + (error as Error).stack).not.toContain(testKey)
    }
    expect(errors[0]).toMatchObject({ detail: 'The key … is wrong.', extras: { received: { key: '…' } } })
  })
})

test('a language is sent only if given, and only one that the API has', async () => {
  await using api = startScriptedApi(createSuccess(), createSuccess())
  await api.client({ language: 'en' }).schedule({ durationMinutes: 60 })
  await api.client().schedule({ durationMinutes: 60 })
  const sent = api.requests.map(({ headers }) => headers.get('accept-language'))
  expect(sent).toEqual(['en', null])
  expect(() => api.client({ language: 'de' as 'en' })).toThrow('language must be fr or en.')
})

test('a user agent is sent only if given', async () => {
  await using api = startScriptedApi(createSuccess())
  await api.client({ userAgent: 'washing-machine/1.0' }).score()
  expect(api.requests[0]?.headers.get('user-agent')).toBe('washing-machine/1.0')
})

test('a given fetch is used instead of the platform’s', async () => {
  await using api = startScriptedApi(createSuccess())
  const asked: string[] = []
  const client = api.client({
    baseUrl: 'https://api.example.com',
    fetch: (url, init) => {
      asked.push(url)
      return fetch(url.replace('https://api.example.com', api.url), init)
    },
  })
  await client.tariffToday()
  expect(asked).toEqual(['https://api.example.com/v1/tariff/today'])
})
