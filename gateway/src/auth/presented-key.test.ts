import { describe, expect, test } from 'bun:test'
import { type AnyOperation, operations } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { addChallenge, readPresentedKey, refuseKey } from './presented-key.ts'

const key = createApiKey()
const other = createApiKey()
const exports = operations.filter((operation) => operation.exportedAs !== null)
const others = operations.filter((operation) => operation.exportedAs === null)
const basic = (user: string, password: string): string => `Basic ${btoa(`${user}:${password}`)}`

/** The key that is read, or the code of the refusal. */
function readOn(operation: AnyOperation, headers: Record<string, string>): string {
  try {
    return readPresentedKey(operation, new Headers(headers))
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

describe.each(exports.map((operation) => [operation.path, operation] as const))('%s', (_, operation) => {
  const read = (headers: Record<string, string>): string => readOn(operation, headers)

  test('accepts the key in the header, or as the password of HTTP Basic with any user name', () => {
    expect(read({ 'x-api-key': key })).toBe(key)
    for (const user of ['', 'hexawatt', 'any one', 'user@example.org']) {
      expect([user, read({ authorization: basic(user, key) })]).toEqual([user, key])
    }
    expect(read({ authorization: basic('', key).replace('Basic', 'bAsIc  ') })).toBe(key)
  })

  test('accepts the same key twice, and refuses two different credentials whichever is valid', () => {
    expect(read({ 'x-api-key': key, authorization: basic('a', key) })).toBe(key)
    expect(read({ 'x-api-key': '', authorization: basic('a', key) })).toBe(key)
    for (const second of [basic('a', other), basic('a', ''), 'Basic', 'Basic %%%', basic('a', `${key} `)]) {
      expect([second, read({ 'x-api-key': key, authorization: second })]).toEqual([second, 'invalid_api_key'])
    }
    expect(read({ 'x-api-key': 'nonsense', authorization: basic('a', key) })).toBe('invalid_api_key')
  })

  test('refuses unreadable HTTP Basic without repeating it', () => {
    const unreadable = [
      'Basic',
      'Basic ',
      `Basic ${key}`,
      'Basic !!!!',
      'Basic YQ=a',
      'Basic A',
      `Basic ${btoa(key)}`,
      `${basic('a', key)}, ${basic('a', key)}`,
      `${basic('a', key)}, Bearer x`,
      `Basic ${btoa(`a:${key}`).slice(0, -3)}=A=`,
      basic('x'.repeat(1_024), key),
    ]
    for (const authorization of unreadable) {
      expect([authorization, read({ authorization })]).toEqual([authorization, 'invalid_api_key'])
      expect(() => readPresentedKey(operation, new Headers({ authorization }))).not.toThrow(key)
    }
  })

  test('treats another scheme and an empty password as no key', () => {
    for (const authorization of [`Basically ${btoa(`a:${key}`)}`, key, basic('a', '')]) {
      expect([authorization, read({ authorization })]).toEqual([authorization, ''])
    }
  })

  test('asks for HTTP Basic first in its 401, offers Bearer, and keeps its code', () => {
    const refusal = addChallenge(operation, refuseKey('revoked_api_key', 'Revoked.'), 'Help.')
    expect([refusal.code, refusal.options.detail, refusal.options.headers]).toEqual([
      'revoked_api_key',
      'Revoked. Help.',
      { 'www-authenticate': 'Basic realm="hexawatt", charset="UTF-8", Bearer realm="hexawatt"' },
    ])
  })
})

describe.each([...operations, callMcp, getEvents].map((operation) => [operation.path, operation] as const))(
  '%s with a Bearer token',
  (_, operation) => {
    const read = (headers: Record<string, string>): string => readOn(operation, headers)

    test('accepts the key in any case of the scheme, also next to the same key in the header', () => {
      for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`]) {
        expect([authorization, read({ authorization })]).toEqual([authorization, key])
        expect(read({ authorization, 'x-api-key': key })).toBe(key)
        expect(read({ authorization, 'x-api-key': '' })).toBe(key)
      }
      expect([read({ authorization: 'Bearer' }), read({ authorization: 'Bearer  ' })]).toEqual(['', ''])
      expect(read({ authorization: `Bearerish ${key}` })).toBe('')
    })

    test('refuses two different credentials, whichever of them is valid', () => {
      for (const authorization of [`Bearer ${other}`, 'Bearer nonsense', 'Bearer', `Bearer ${key}, Bearer ${other}`]) {
        expect([authorization, read({ authorization, 'x-api-key': key })]).toEqual([authorization, 'invalid_api_key'])
      }
    })

    test('refuses an unreadable Bearer token without repeating it', () => {
      const unreadable = [
        `Bearer ${key} ${key}`,
        `Bearer ${key}, Bearer ${key}`,
        `Bearer "${key}"`,
        `Bearer ${'x'.repeat(1_024)}`,
      ]
      for (const authorization of unreadable) {
        expect([authorization, read({ authorization })]).toEqual([authorization, 'invalid_api_key'])
        expect(() => readPresentedKey(operation, new Headers({ authorization }))).not.toThrow(key)
      }
    })
  },
)

test('HTTP Basic is ignored on every other path', () => {
  expect(others.length).toBeGreaterThan(10)
  for (const operation of others) {
    expect([operation.path, readOn(operation, { authorization: basic('a', key) })]).toEqual([operation.path, ''])
    expect(readOn(operation, { authorization: basic('a', other), 'x-api-key': key })).toBe(key)
    const refusal = addChallenge(operation, refuseKey('missing_api_key', 'Missing.'), 'Help.')
    expect(refusal.options.headers).toEqual({
      'www-authenticate': 'Bearer realm="hexawatt", ApiKey realm="hexawatt"',
    })
  }
})
