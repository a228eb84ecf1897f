import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createSecretCheck, isSameSecret } from './same-secret.ts'

test('a presented text equals the secret only if it is the same text, whatever the two lengths are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (presented, secret) => {
      expect(isSameSecret(presented, secret)).toBe(presented === secret)
      expect(isSameSecret(secret, secret)).toBe(true)
      expect(isSameSecret(`${secret}x`, secret)).toBe(false)
    }),
  )
})

test('presented texts of any length are compared without an error', () => {
  const isAccepted = createSecretCheck('s'.repeat(48))
  const presented = ['', 's', 's'.repeat(47), 's'.repeat(48), 's'.repeat(49), 's'.repeat(10_000), 'é'.repeat(48)]
  expect(presented.map(isAccepted)).toEqual([false, false, false, true, false, false, false])
})
