import { expect, test } from 'bun:test'
import { findDatabaseUrlProblem, readDatabaseAddress } from './database-url.ts'

const secret = 'p%40ss'
const single = `postgres://user:${secret}@db.example:5432/hexawatt`

test('a database address with one host reaches the driver unchanged', () => {
  expect(readDatabaseAddress(single)).toEqual({ url: single, isPooled: false, maxConnections: null })
  expect(readDatabaseAddress(`${single}?sslmode=require`)).toEqual({
    url: `${single}?sslmode=require`,
    isPooled: false,
    maxConnections: null,
  })
})

test('the PgBouncer and connection settings of an address are read and removed before the driver sees it', () => {
  expect(readDatabaseAddress(`${single}?sslmode=require&pooler=pgbouncer`)).toEqual({
    url: `${single}?sslmode=require`,
    isPooled: true,
    maxConnections: null,
  })
  expect(readDatabaseAddress(`${single}?connections=3`)).toEqual({ url: single, isPooled: false, maxConnections: 3 })
})

test.each([
  [`postgres://user:${secret}@one:5432,two:5432/hexawatt`, 'one host'],
  [`postgres://user:${secret}@one,two/hexawatt`, 'one host'],
  [`${single}?target_session_attrs=read-write`, 'target_session_attrs'],
  [`${single}?pooler=odyssey`, 'pooler=pgbouncer'],
  [`${single}?connections=1`, 'connections from 2 to 100'],
  [`${single}?connections=101`, 'connections from 2 to 100'],
  [`${single}?connections=2.5`, 'connections from 2 to 100'],
  [`${single}?connections=`, 'connections from 2 to 100'],
  [`mysql://user:${secret}@one/hexawatt`, 'a URL such as postgres://'],
  [`postgres://user:${secret}@one:notaport/hexawatt`, 'a URL such as postgres://'],
])('an unusable database address is refused without its password: %s', (address, reason) => {
  expect(findDatabaseUrlProblem(address)).toContain(reason)
  expect(() => readDatabaseAddress(address)).toThrow(reason)
  expect(() => readDatabaseAddress(address)).not.toThrow(secret)
})
