import { expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { createScramVerifier } from './scram-verifier.ts'

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

test('a SCRAM verifier accepts the client of the example in RFC 7677, and proves the server to it', async () => {
  const nonce = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0'
  const salt = 'W22ZaJ0SNY7soEsUEjb6gQ=='
  const messages = `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${nonce},s=${salt},i=4096,c=biws,r=${nonce}`
  const verifier = await createScramVerifier('pencil', 4096, Buffer.from(salt, 'base64'))
  const [, storedKey = '', serverKey = ''] =
    /^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$(.+):(.+)$/.exec(verifier) ?? []
  const signature = hmac(Buffer.from(storedKey, 'base64'), messages)
  const proof = Buffer.from('dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=', 'base64')
  const clientKey = proof.map((byte, index) => byte ^ (signature[index] ?? 0))
  expect(createHash('sha256').update(clientKey).digest('base64')).toBe(storedKey)
  expect(hmac(Buffer.from(serverKey, 'base64'), messages).toString('base64')).toBe(
    '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
  )
})

test('two verifiers of one password differ by their salt', async () => {
  expect(await createScramVerifier('pencil', 1)).not.toBe(await createScramVerifier('pencil', 1))
})
