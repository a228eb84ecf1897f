import { afterAll, expect, test } from 'bun:test'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countUnwrittenLogLines, createLogOutput } from './log-output.ts'

const folder = mkdtempSync(join(tmpdir(), 'hexawatt-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A pipe whose writer does not wait for its reader. */
function openPipe(): number {
  const path = join(folder, crypto.randomUUID())
  if (!Bun.spawnSync(['mkfifo', path]).success) throw new Error('mkfifo failed')
  return openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
}

/** What lies in the pipe. */
function drain(fd: number): string {
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(1 << 20)
  let text = ''
  for (;;) {
    try {
      text += decoder.decode(buffer.subarray(0, readSync(fd, buffer)), { stream: true })
    } catch {
      return text
    }
  }
}

test('a program whose log is full continues, counts the lines, and ends normally', async () => {
  const script = `
    import { createLogger } from '${join(import.meta.dir, 'logger.ts')}'
    import { createMetrics } from '${join(import.meta.dir, 'metrics.ts')}'
    import { guardProcess } from '${join(import.meta.dir, '../program/run-program.ts')}'
    const logger = createLogger('test')
    guardProcess(logger, () => process.exit(1))
    for (let line = 0; line < 3; line += 1) logger.info({ line }, 'a line')
    logger.child({}).error(new Error('kept alive'))
    await Bun.sleep(10)
    console.error(await createMetrics('test').text())`
  const file = join(folder, 'full.ts')
  await Bun.write(file, script)
  const child = Bun.spawn(['/bin/sh', '-c', `exec "$0" "$1" > /dev/full`, process.execPath, file], { stderr: 'pipe' })
  const metrics = await new Response(child.stderr).text()
  expect(await child.exited).toBe(0)
  expect(metrics).toMatch(/^log_lines_unwritten_total\{program="test"\} 4$/m)
})

test('after a full log the next line is whole, and the number of lost lines is reported', () => {
  const fd = openPipe()
  const lost: { lines: number; code: string }[] = []
  const output = createLogOutput(fd, (lines, code) => lost.push({ lines, code }))
  const before = countUnwrittenLogLines()
  const line = (index: number) => `{"line":${index},"text":"${'é'.repeat(5_000)}"}\n`
  for (let index = 0; index < 20; index += 1) output.write(line(index))
  const dropped = countUnwrittenLogLines() - before
  expect(dropped).toBeGreaterThan(0)
  expect(lost).toEqual([])
  const kept = drain(fd)
  output.write('{"line":"after"}\n')
  const after = drain(fd)
  closeSync(fd)
  expect(lost).toEqual([{ lines: dropped, code: 'EAGAIN' }])
  const parsed = `${kept}${after}`.split('\n').filter(isJson)
  expect(parsed.length).toBe(20 - dropped + 1)
  expect(after).toEndWith('\n{"line":"after"}\n')
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a program whose log reader has ended drops lines and continues', async () => {
  const script = `
    import { createLogger } from '${join(import.meta.dir, 'logger.ts')}'
    const logger = createLogger('test')
    await Bun.sleep(200)
    for (let line = 0; line < 3; line += 1) logger.info({ line }, 'a line')
    process.exit(7)`
  const file = join(folder, 'closed.ts')
  await Bun.write(file, script)
  const child = Bun.spawn([process.execPath, file], { stdout: 'pipe', stderr: 'inherit' })
  await child.stdout.cancel()
  expect(await child.exited).toBe(7)
})
