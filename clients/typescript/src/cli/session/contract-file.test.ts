import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '../arguments/option-values.ts'
import { chooseContract, describeContract } from './chosen-contract.ts'
import { type ContractFile, openContractFile } from './contract-file.ts'

let home: string
let file: ContractFile
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hexawatt-contract-'))
  file = openContractFile({ XDG_CONFIG_HOME: home })
})
afterEach(() => rm(home, { recursive: true, force: true }))

const hphc = { tariff: 'hphc', subscribedKva: 9, offPeak: '22h30-6h30' }

async function writeText(text: string): Promise<void> {
  await mkdir(dirname(file.path), { recursive: true })
  await writeFile(file.path, text)
}
async function refusal(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UsageError)
  return error instanceof Error ? error.message : ''
}

describe('the contract file', () => {
  test('is in XDG_CONFIG_HOME if that is absolute, else in ~/.config', () => {
    expect(file.path).toBe(join(home, 'hexawatt/contract.json'))
    for (const folder of ['', 'relative', undefined]) {
      const { path } = openContractFile({ XDG_CONFIG_HOME: folder, HOME: '/home/someone' })
      expect(path).toBe('/home/someone/.config/hexawatt/contract.json')
    }
  })

  test('keeps what was written, readable by its owner only, and leaves no other file', async () => {
    expect(await file.read()).toBeNull()
    await file.write({ ...hphc, vatPercent: undefined })
    expect(await file.read()).toEqual(hphc)
    await file.write({ tariff: 'base' })
    expect(await file.read()).toEqual({ tariff: 'base' })
    expect((await stat(file.path)).mode & 0o777).toBe(0o600)
    expect(await readdir(dirname(file.path))).toEqual(['contract.json'])
    expect([await file.clear(), await file.clear(), await file.read()]).toEqual([true, false, null])
  })

  test('is not changed by a contract that is refused', async () => {
    await file.write(hphc)
    expect(await refusal(file.write({ subscribedKva: 9 }))).toStartWith('Give the contract: --tariff')
    expect(await refusal(file.write({ ...hphc, offPeakSummer: '2h-6h', offPeakWinter: '2h-6h' }))).toContain(
      'Give --off-peak, or',
    )
    expect(await refusal(file.write({ tariff: 'hphc', offPeakSummer: '2h-6h' }))).toContain('both seasons')
    expect(await refusal(file.write({ tariff: 'spot', adder: 'x', adderEurPerKwh: 0.1 }))).toContain('one adder')
    expect(await file.read()).toEqual(hphc)
  })

  test.each([
    ['', 'is not a JSON object'],
    ['[1]', 'is not a JSON object'],
    ['{"contract":{"tariff":"base"}}', 'has not the form of version 1'],
    ['{"version":1,"contract":[]}', 'has not the form of version 1'],
    ['{"version":1,"contract":{}}', 'has no tariff'],
    ['{"version":1,"contract":{"tariff":"base","kva":9}}', "has the unknown field 'kva'"],
    [
      '{"version":1,"contract":{"tariff":"base","subscribedKva":"9"}}',
      'has a wrong subscribedKva: expected is a number',
    ],
    ['{"version":1,"contract":{"tariff":"hphc","offPeak":"22-6"}}', 'has a wrong offPeak: expected is up to 3 ranges'],
    ['{"version":1,"contract":{"tariff":"hphc","offPeakSummer":"2h-6h"}}', 'has values that exclude each other'],
    [`{"version":1,"contract":{"tariff":"${'x'.repeat(20_000)}"}}`, 'is too long for a contract'],
  ])('with the text %p is refused by name, with the remedy', async (text, reason) => {
    await writeText(text)
    const sentence = await refusal(file.read())
    expect(sentence).toStartWith(`The contract file ${file.path} ${reason}`)
    expect(sentence).toEndWith(
      "Write it again with 'hexawatt contract set', or remove it with 'hexawatt contract clear'.",
    )
  })

  test('of a newer version is refused with the advice to update', async () => {
    await writeText('{"version":2,"contract":{"tariff":"base"}}')
    expect(await refusal(file.read())).toContain('has version 2, and this program reads version 1: update hexawatt')
  })

  test('that cannot be read is refused by name, with the reason', async () => {
    await mkdir(file.path, { recursive: true })
    expect(await refusal(file.read())).toContain(`${file.path} cannot be read (EISDIR)`)
    await rm(file.path, { recursive: true })
    await file.write(hphc)
    await chmod(file.path, 0)
    if (process.getuid?.() !== 0) expect(await refusal(file.read())).toContain('cannot be read (EACCES)')
  })
})

describe('the contract of a command', () => {
  const chosen = async (options: Parameters<typeof chooseContract>[0]) => await chooseContract(options, file)

  test('is that of the file, or of the options without a file', async () => {
    expect(await chosen({ vatPercent: 20 })).toEqual({ contract: { vatPercent: 20 }, isKept: false })
    await file.write(hphc)
    expect(await chosen({ tariff: undefined })).toEqual({ contract: hphc, isKept: true })
  })

  test('takes single values from the options; hours by season replace the hours of the file, and an amount its adder profile', async () => {
    await file.write(hphc)
    expect((await chosen({ subscribedKva: 6 })).contract).toEqual({ ...hphc, subscribedKva: 6 })
    const seasons = { offPeakSummer: '2h-6h,13h-17h', offPeakWinter: '22h-6h' }
    expect((await chosen(seasons)).contract).toEqual({ tariff: 'hphc', subscribedKva: 9, ...seasons })
    await file.write({ tariff: 'spot', adder: 'some-profile' })
    expect((await chosen({ adderEurPerKwh: 0.1 })).contract).toEqual({ tariff: 'spot', adderEurPerKwh: 0.1 })
  })

  test('is wholly that of the options with --tariff, whatever the file holds', async () => {
    await writeText('no contract')
    expect(await chosen({ tariff: 'base' })).toEqual({ contract: { tariff: 'base' }, isKept: false })
    expect(await refusal(chosen({}))).toContain('is not a JSON object')
  })

  test('is described in words', () => {
    expect(describeContract(hphc, 'spot')).toBe('hphc, 9 kVA, off-peak 22h30-6h30')
    expect(describeContract({ adderEurPerKwh: 0.09, vatPercent: 20 }, 'spot')).toBe('spot, adder 0.09 €/kWh, VAT 20 %')
    expect(describeContract({ tariff: 'hphc', offPeakSummer: '2h-6h', offPeakWinter: '22h-2h' }, 'spot')).toBe(
      'hphc, off-peak 2h-6h in summer, 22h-2h in winter',
    )
  })
})
