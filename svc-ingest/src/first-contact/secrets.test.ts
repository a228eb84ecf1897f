import { expect, test } from 'bun:test'
import { listSecrets, redactSecrets } from './secrets.ts'

test('secret settings and the credentials in addresses are secrets, while other settings and very short values are not', () => {
  const env = {
    RTE_CLIENT_ID: 'id-of-client',
    RTE_CLIENT_ID_ECOWATT: 'id-of-ecowatt',
    RTE_CLIENT_SECRET_ECOWATT: 'secret-of-ecowatt',
    COUNTRY_INTENSITIES_API_KEY: 'key-of-ember',
    OPEN_ODRE_BASE_URL: 'https://mirror-user:mirror%20password@odre.example',
    DATA_MODE: 'open',
    SHORT_KEY: 'abc',
    EMPTY_TOKEN: '',
  }
  expect(listSecrets(env).toSorted()).toEqual(
    [
      'id-of-client',
      'id-of-ecowatt',
      'secret-of-ecowatt',
      'id-of-ecowatt:secret-of-ecowatt',
      'key-of-ember',
      'mirror-user',
      'mirror%20password',
      'mirror password',
      'mirror-user',
    ].toSorted(),
  )
})

test('each secret is removed from a text as it is, in JSON, in base 64 and in addresses', () => {
  const secret = 'se"cret-of-client'
  const text = `${secret} ${JSON.stringify({ secret })} Basic ${btoa(secret)} ?key=${encodeURIComponent(secret)} rest`
  expect(redactSecrets(text, [secret])).toBe('(removed) {"secret":"(removed)"} Basic (removed) ?key=(removed) rest')
})

test('an address with a bare % in its password is treated as a secret and causes no error', () => {
  expect(listSecrets({ HTTP_PROXY: 'http://me:50%off-now@proxy.example' })).toContain('50%off-now')
})
