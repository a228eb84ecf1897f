import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

test('after the last test of each file everything is closed, the newest first, also when closing one of them fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hexawatt-close-'))
  const fixture = JSON.stringify(Bun.fileURLToPath(new URL('./close-at-end.ts', import.meta.url)))
  for (const file of ['one', 'two']) {
    const text = `import { test } from 'bun:test'
import { closeAtEnd } from './close-at-end.ts'
import { stopAtEnd } from './close-at-end.ts'
      import { closeAtEnd, stopAtEnd } from ${fixture}
      closeAtEnd(() => console.log('${file}: first'))
      closeAtEnd(() => { throw new Error('${file}: cannot be closed') })
      stopAtEnd({ async stop() { await Bun.sleep(5); console.log('${file}: last') } })
      test('runs', () => console.log('${file}: test'))`
    await Bun.write(join(folder, `${file}.test.ts`), text)
  }
  const child = Bun.spawn([process.execPath, 'test', '--no-isolate'], { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()])
  const lines = output.split('\n').filter((line) => /^(one|two): /.test(line))
  for (const file of ['one', 'two']) {
    const own = lines.filter((line) => line.startsWith(file))
    expect(own).toEqual([`${file}: test`, `${file}: last`, `${file}: first`])
    expect(errors).toContain(`${file}: cannot be closed`)
  }
  await rm(folder, { recursive: true })
})
