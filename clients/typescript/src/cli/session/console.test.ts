import { expect, test } from 'bun:test'
import { Writable } from 'node:stream'
import { createConsole, formatNumber, formatPercent, priceText } from './console.ts'

test('a number is rounded half away from zero, as the API rounds it', () => {
  const written = ([1.005, 0.445, 2.675, -1.005, -0.004, 8.575, 0, 1e-7] as const).map((value) =>
    formatNumber(value, 2),
  )
  expect(written).toEqual(['1.01', '0.45', '2.68', '-1.01', '0.00', '8.58', '0.00', '0.00'])
  expect([formatNumber(0.5, 0), formatNumber(2.5, 0), formatNumber(199.5, 0)]).toEqual(['1', '3', '200'])
  expect([formatNumber(null, 2), formatNumber(undefined, 0)]).toEqual(['–', '–'])
})

test('an estimated price is marked, and an unknown one is a dash', () => {
  expect([priceText(85.2, 0, true), priceText(85.2, 0, false), priceText(null, 0, true)]).toEqual(['~85', '85', '–'])
})

test.each([
  [0, '0 %'],
  [0.004, '<1 %'],
  [0.145, '15 %'],
  [0.575, '58 %'],
  [0.97, '97 %'],
  [0.997, '>99 %'],
  [1, '100 %'],
])('the share %p is written %s, with 0 or 100 %% only when certain', (share, text) => {
  expect(formatPercent(share)).toBe(text)
})

/** The text that a console writes to standard error, on a terminal or in a pipe. */
function warned(isTTY: boolean): string {
  let written = ''
  const write = (chunk: Buffer, _: unknown, done: () => void) => {
    written += chunk.toString()
    done()
  }
  const stderr = Object.assign(new Writable({ write }), { isTTY })
  const { progress, warn } = createConsole(new Writable({ write }), stderr, {})
  progress('')
  progress('1 of 2')
  progress('2 of 2')
  warn('late')
  progress('')
  return written
}

test('progress is one line of a terminal that the next line replaces, and nothing in a pipe', () => {
  const clear = '\r\u001b[K'
  expect(warned(true)).toBe(`${clear}1 of 2${clear}2 of 2${clear}late\n`)
  expect(warned(false)).toBe('late\n')
})

test('a terminal gets no control character of an answer, only the colours of the program; a file or program gets every byte', async () => {
  const hostile = 'Base\u001b]0;renamed\u0007\u001b[2J\u0008\tx\r\n'
  const shown = async (isTTY: boolean): Promise<string> => {
    let written = ''
    const write = (chunk: Buffer, _: unknown, done: () => void) => {
      written += chunk.toString()
      done()
    }
    const stream = Object.assign(new Writable({ write }), { isTTY })
    const { print, printAll, warn, paint } = createConsole(stream, stream, {})
    print(paint.bold('bold'))
    print(hostile)
    warn(hostile)
    await printAll([hostile])
    return written
  }
  const left = 'Base]0;renamed[2J\tx\r\n'
  expect(await shown(true)).toBe(`\u001b[1mbold\u001b[0m\n${left}\n${left}\n${left}`)
  expect(await shown(false)).toBe(`bold\n${hostile}\n${hostile}\n${hostile}`)
})
