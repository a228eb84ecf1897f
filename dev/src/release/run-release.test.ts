import { describe, expect, test } from 'bun:test'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { runCommand } from '../commands/run-command.ts'
import { makeTemporaryFolder } from '../embedded/test-servers.ts'
import { takeRunPlace } from './context/run-place.ts'
import { runRelease } from './run-release.ts'

const env = { PATH: '/usr/bin:/bin', HOME: '/nowhere', GIT_CONFIG_NOSYSTEM: '1' }

/** A repository of version 0.9.0 that has the files of an earlier release. */
async function makeRepository(): Promise<string> {
  const root = await makeTemporaryFolder()
  closeAtEnd(() => rm(root, { recursive: true, force: true }))
  await runCommand(['git', 'init', '--quiet', root], { env })
  await Bun.write(join(root, 'package.json'), JSON.stringify({ version: '0.9.0' }))
  await Bun.write(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- A change.\n')
  await Bun.write(join(root, '.hexawatt/release/0.8.0/SHA256SUMS'), '')
  return root
}

const dryRun = (root: string, version: string) =>
  runRelease(
    { mode: 'dry-run', version, runsVerify: false },
    { root, env, today: Temporal.PlainDate.from('2026-11-27'), say: () => undefined },
  )

describe('a release that cannot begin', () => {
  test.each(['..', '../..', '../../src', '.', '', '/', 'tools', 'v1.0.0', '0.8.0'])(
    'removes no file: version %p',
    async (version) => {
      const root = await makeRepository()
      await Bun.write(join(root, 'src/kept'), 'kept')
      await expect(dryRun(root, version)).rejects.toThrow(/is no version|does not follow/)
      expect(await Bun.file(join(root, 'src/kept')).text()).toBe('kept')
      expect(await Bun.file(join(root, '.hexawatt/release/0.8.0/SHA256SUMS')).exists()).toBe(true)
      expect(await readdir(join(root, '.hexawatt/release'))).toEqual(['0.8.0'])
    },
  )

  test('is refused while another one runs in the repository', async () => {
    const root = await makeRepository()
    const other = await takeRunPlace(root)
    await expect(dryRun(root, '1.0.0')).rejects.toThrow('another release runs in this repository')
    await other.leave()
    await expect(dryRun(root, '1.0.0')).rejects.not.toThrow('another release runs')
  })
})

test('a run removes the temporary folder that a killed run for the same repository left, and no other', async () => {
  const root = await makeRepository()
  const script = `import { takeRunPlace } from ${JSON.stringify(join(import.meta.dir, 'context/run-place.ts'))}
    console.log((await takeRunPlace(process.argv[1])).temporary); process.kill(process.pid, 'SIGKILL')`
  const leave = async (place: string) => {
    const child = Bun.spawn([process.execPath, '-e', script, place], { stdout: 'pipe', cwd: import.meta.dir })
    return (await child.stdout.text()).trim()
  }
  const [left, ofAnother] = [await leave(root), await leave(await makeRepository())]
  closeAtEnd(() => rm(ofAnother, { recursive: true, force: true }))
  const next = await takeRunPlace(root)
  const names = await readdir(dirname(next.temporary))
  const stays = (folder: string) => names.some((name) => folder.endsWith(name))
  expect([left, ofAnother, next.temporary].map(stays)).toEqual([false, true, true])
  await next.leave()
})
