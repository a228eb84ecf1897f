import { expect, test } from 'bun:test'
import { join } from 'node:path'
import manifest from '../../../package.json'

const root = join(import.meta.dir, '../../..')

test.each(['keys', 'usage', 'feeds', 'audit', 'archive', 'backfill', 'points', 'queues', 'migrate'] as const)(
  '`bun run %s` acts on a running `up`, and is refused when the one that is named does not run',
  async (name) => {
    const [, ...words] = manifest.scripts[name].split(' ')
    const command = Bun.spawn([process.execPath, '--no-env-file', ...words], {
      cwd: root,
      env: { PATH: Bun.env['PATH'] ?? '', UP_PORT: '1' },
      stdout: 'ignore',
      stderr: 'pipe',
    })
    expect(await command.stderr.text()).toContain('No installation of this project runs on port 1 (UP_PORT).')
    expect(await command.exited).toBe(1)
  },
)
