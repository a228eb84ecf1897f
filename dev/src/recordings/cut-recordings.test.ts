import { expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ShippedRecording, shippedRecordings, toInstantBounds } from '@hexawatt/shared/grid/shipped-recordings'
import {
  findReferenceData,
  reportSkippedReferenceData,
  shippedRecordingsDir,
} from '@hexawatt/shared/testing/reference-data'
import { cutText, maxShippedBytes } from './cut-recordings.ts'

const shippedText = async ({ name }: ShippedRecording): Promise<string> =>
  new TextDecoder().decode(Bun.gunzipSync(await Bun.file(join(shippedRecordingsDir, `${name}.csv.gz`)).bytes()))

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('cutting recordings/ anew out of the longer recordings')

test('the folder holds exactly the listed recordings and their description, and is small enough for the repository', async () => {
  const names = await readdir(shippedRecordingsDir)
  expect(names.sort()).toEqual(['README.md', ...shippedRecordings.map(({ name }) => `${name}.csv.gz`).sort()])
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(shippedRecordingsDir, name))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxShippedBytes)
})

for (const recording of shippedRecordings) {
  test(`${recording.name} has every step of its Paris days once, in order`, async () => {
    const [header = '', ...rows] = (await shippedText(recording)).trimEnd().split('\n')
    expect(header).toStartWith('datetime_utc,')
    const { from, until } = toInstantBounds(recording)
    const count = from.until(until).total('minutes') / recording.stepMinutes
    const starts = Array.from({ length: count }, (_, index) =>
      from.add({ minutes: index * recording.stepMinutes }).toString(),
    )
    expect(rows.map((row) => row.split(',', 1)[0] ?? '')).toEqual(starts)
    for (const row of rows) expect(row.split(',')).toHaveLength(header.split(',').length)
  })

  test.skipIf(folder === null)(`${recording.name} is what the command cuts`, async () => {
    expect(await shippedText(recording)).toBe(await cutText(folder ?? '', recording))
  })
}

test('a folder without the longer recording is refused with one sentence, and nothing is written', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'hexawatt-recordings-'))
  const before = await stat(join(shippedRecordingsDir, `${shippedRecordings[0].name}.csv.gz`))
  const command = [process.execPath, join(import.meta.dir, 'cli.ts'), 'cut', '--from', empty]
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const stderr = await child.stderr.text()
  expect(await child.exited).toBe(1)
  expect(stderr).toBe(`The folder ${empty} does not hold eco2mix_15min_2025.csv.gz.\n`)
  expect((await stat(join(shippedRecordingsDir, `${shippedRecordings[0].name}.csv.gz`))).mtimeMs).toBe(before.mtimeMs)
  await rm(empty, { recursive: true })
})
