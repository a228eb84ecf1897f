import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { shippedOnlySetting } from './reference-data.ts'

const module = JSON.stringify(join(import.meta.dir, 'reference-data.ts'))
const script = `const { findReferenceData, reportSkippedReferenceData } = await import(${module})
  console.log(findReferenceData())
  reportSkippedReferenceData('what is tested')`

test('with the setting of `bun run check` nothing outside the repository is read, and skipped tests say where they run', () => {
  const { stdout, stderr } = Bun.spawnSync([process.execPath, '-e', script], { env: { [shippedOnlySetting]: '1' } })
  expect(stdout.toString()).toBe('null\n')
  expect(stderr.toString()).toBe(
    'SKIPPED: what is tested: it needs the long recordings (../shared/data), which `bun run check` leaves to `bun run verify`\n',
  )
})
