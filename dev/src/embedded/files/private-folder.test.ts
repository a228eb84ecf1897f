import { afterAll, expect, test } from 'bun:test'
import { chmod, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../test-servers.ts'
import { ensurePrivateFolder } from './private-folder.ts'

const parent = await makeTemporaryFolder()
afterAll(() => rm(parent, { recursive: true, force: true }))

const rightsOf = async (folder: string): Promise<number> => (await stat(folder)).mode & 0o777

test('only the data folder itself is closed to other users, while the parent folders made with it stay open to other servers', async () => {
  const folder = join(parent, 'data/redis')
  await ensurePrivateFolder(folder, () => expect.unreachable())
  expect([await rightsOf(join(parent, 'data')), await rightsOf(folder)]).toEqual([0o755, 0o700])
  await chmod(folder, 0o755)
  await ensurePrivateFolder(folder, () => expect.unreachable())
  expect(await rightsOf(folder)).toBe(0o700)
})
