import { expect, test } from 'bun:test'
import pino from 'pino'
import { createRepeatedWarning } from './repeated-warning.ts'

test('what fails ten times a second is logged once for each cause, and few causes are', () => {
  const lines: string[] = []
  const warn = createRepeatedWarning(
    pino({}, { write: (line) => void lines.push(line) }),
    { source: 'a' },
    'connection',
  )
  for (let second = 0; second < 100; second += 1) {
    warn(new Error('MISCONF'))
    warn(new Error('ECONNREFUSED'))
  }
  for (let cause = 0; cause < 10; cause += 1) warn(new Error(`cause ${cause}`))
  const told = lines.map((line) => JSON.parse(line))
  expect(told.map(({ err }) => err)).toEqual(['MISCONF', 'ECONNREFUSED', 'cause 0', 'cause 1', 'cause 2'])
  expect(told[0]).toMatchObject({ source: 'a', msg: 'connection' })
  expect(told[2]).toMatchObject({ unlogged: 198 })
})
