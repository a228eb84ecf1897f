import { expect, test } from 'bun:test'
import { chmod, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { makeTemporaryFolder } from '../embedded/test-servers.ts'

const sources = resolve(import.meta.dir, '..')
const needed = [
  'containers/engine.ts',
  'commands/run-command.ts',
  'embedded/poll.ts',
  'embedded/system/process-facts.ts',
]

/** Returns the reason that the search for an engine gives, with this `docker`, in a checkout without the tool that starts one. */
async function findMissing(docker: string): Promise<string> {
  const folder = await makeTemporaryFolder()
  closeAtEnd(() => rm(folder, { recursive: true, force: true }))
  for (const file of needed) await Bun.write(join(folder, 'hexawatt/dev/src', file), Bun.file(join(sources, file)))
  const bin = join(folder, 'bin')
  await Bun.write(join(bin, 'docker'), `#!/bin/sh\n${docker}\n`)
  await chmod(join(bin, 'docker'), 0o755)
  const script = `const { findEngine } = await import(process.argv[1])
    const found = await findEngine(() => undefined, new AbortController().signal)
    await found.stop(); console.log(found.missing)`
  const command = [process.execPath, '-e', script, join(folder, 'hexawatt/dev/src/containers/engine.ts')]
  const child = Bun.spawn(command, { env: { PATH: `${bin}:/usr/bin:/bin` }, cwd: folder, stdout: 'pipe' })
  return (await child.stdout.text()).trim()
}

test('who may not use the engine reads why its tests are skipped, in the words of the engine', async () => {
  const denied = 'echo WARNING: no configuration >&2; echo permission denied: docker.sock >&2; exit 1'
  expect(await findMissing(denied)).toBe(
    'no container engine answers (permission denied: docker.sock): there is no ../shared/tools/docker-bases, which would help',
  )
})
