import { expect, test } from 'bun:test'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import {
  findReferenceData,
  reportSkippedReferenceData,
  shippedRecordingsDir,
} from '@hexawatt/shared/testing/reference-data'
import { runProgram } from '../testing/run-program.ts'
import { calibrationCommandLine } from './calibration-options.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the output of bun run calibrate')

test('calibrate accepts a folder and --json', () => {
  const read = (...argv: string[]) => readCommandLine(calibrationCommandLine, argv)
  expect(read('data')).toEqual({ folder: 'data', json: false })
  expect(read('data', '--json')).toEqual({ folder: 'data', json: true })
  expect(read()).toEqual({ folder: null, json: false })
  expect(read('-h')).toEqual({ helpText: expect.stringContaining('[folder]') })
})

const run = (...args: string[]) => runProgram('calibration/cli.ts', args)

test('two folders and an unknown option are each refused by name', async () => {
  expect((await run('a', 'b')).stderr).toMatch(/Expected 1 argument but got 2: a, b .*\n$/)
  expect((await run('a', '--jsn')).stderr).toMatch(/'--jsn'. Did you mean --json\? \(bun run calibrate --help\)\n$/)
})

test('calibrate prints one sentence on stderr and fails', async () => {
  const { exitCode, stdout, stderr } = await run('nowhere')
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(/^The folder "nowhere" does not hold generation_by_type_hourly.*\n$/)
})

test('calibrate works in any clone: percentiles of the shipped weeks beside the anchors, and why they differ', async () => {
  const [text, json] = [await run(shippedRecordingsDir), await run(shippedRecordingsDir, '--json')]
  expect([text.exitCode, json.exitCode]).toEqual([0, 0])
  const { scales, periods } = JSON.parse(json.stdout)
  // 56 Paris days, one of 23 hours.
  expect(scales).toMatchObject([
    { name: 'carbon, g/kWh', hours: 56 * 24 - 1 },
    { name: 'consumption, GW', hours: 56 * 24 - 1 },
  ])
  expect(periods).toEqual([])
  expect(text.stdout).toContain('frozen in the code')
  expect(text.stdout).toContain('differ from them')
})

test.skipIf(folder === null)('calibrate gives the same figures as tables and as JSON', async () => {
  const [text, json] = [await run(folder ?? ''), await run(folder ?? '', '--json')]
  expect([text.exitCode, json.exitCode]).toEqual([0, 0])
  const { scales } = JSON.parse(json.stdout)
  expect(scales[0]).toMatchObject({ name: 'price, EUR/MWh', hours: 8_784 })
  expect(scales[0].percentiles[3]).toMatchObject({ percent: 50, value: 58.52, frozen: 58.52 })
  expect(text.stdout).toMatch(/\| price, EUR\/MWh +\| +8784 \|.* 58\.520 \|/)
})
