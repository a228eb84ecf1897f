import { expect, test } from 'bun:test'
import { writeCommand } from './repeat-command.ts'

const plain = { fileName: 'a.csv', apiUrl: 'https://x.org', contract: {}, contracts: undefined, others: {}, flags: [] }

test('the command has the whole contract, wherever it came from, and every option that decides the figures', () => {
  const contract = {
    tariff: 'spot',
    adderEurPerKwh: 0.09,
    vatPercent: 20,
    offPeakSummer: '2h-6h,13h-17h',
    offPeakWinter: '22h30-6h30',
  }
  const others = { subscription: undefined, move: '6kWh', moveAt: '19:00', lang: 'fr' }
  expect(writeCommand({ ...plain, contract, contracts: ['base', 'tempo'], others, flags: ['--html'] })).toBe(
    [
      'hexawatt statement a.csv --url https://x.org --tariff spot --adder 0.09 --vat 20 --off-peak-summer 2h-6h,13h-17h',
      '--off-peak-winter 22h30-6h30 --move 6kWh --move-at 19:00 --lang fr --contracts base,tempo --html',
    ].join(' '),
  )
})

test.each([
  ['ma courbe.csv', "'ma courbe.csv'"],
  ["l'année.csv", `'l'\\''année.csv'`],
  ['$(rm -rf x).csv', "'$(rm -rf x).csv'"],
  ['-x.csv', './-x.csv'],
  ['-', '-'],
])('a shell reads the file name %p of the command as it is', async (fileName, word) => {
  const line = writeCommand({ ...plain, fileName })
  expect(line).toBe(`hexawatt statement ${word} --url https://x.org`)
  const read = Bun.spawn(['/bin/sh', '-c', `printf '%s' ${word}`]).stdout.text()
  expect((await read).replace(/^\.\//, '')).toBe(fileName)
})
