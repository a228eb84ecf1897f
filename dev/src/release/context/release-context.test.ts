import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { readRepositoryAddress, runStepCommand } from './release-context.ts'
import { ReleaseError } from './release-error.ts'

const folder = await makeTemporaryFolder()
closeAtEnd(() => rm(folder, { recursive: true, force: true }))
const git = (...words: string[]) => Bun.spawnSync(['git', ...words], { cwd: folder })
git('init', '--quiet')
git('remote', 'add', 'origin', '/nowhere')

test.each([
  ['https://github.com/OWNER/NAME.git', 'https://github.com/OWNER/NAME'],
  ['https://github.com/OWNER/NAME', 'https://github.com/OWNER/NAME'],
  ['git@github.com:OWNER/NAME.git', 'https://github.com/OWNER/NAME'],
  ['/srv/hexawatt', null],
  ['https://git.example.org/OWNER/NAME.git', null],
])('the repository of the remote %p is %p', async (remote, address) => {
  git('remote', 'set-url', 'origin', remote)
  expect(await readRepositoryAddress(folder)).toBe(address)
})

test('a command that fails is an error with the end of its output and what to do', async () => {
  const options = { folder, env: { PATH: '/usr/bin:/bin' }, remedy: 'Look at the output.' }
  const error = await runStepCommand(['sh', '-c', 'echo said; exit 3'], options).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ReleaseError)
  expect(error).toMatchObject({ message: 'sh -c echo said; exit 3 ended with 3: said', remedy: 'Look at the output.' })
})
