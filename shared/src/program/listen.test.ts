import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** A program that does nothing but bind, as the real ones do. */
const program = `
  import { Elysia } from 'elysia'
  import { listenOrExit } from './run-program.ts'
  import { createLogger } from '../telemetry/logger.ts'
  listenOrExit(new Elysia(), Number(process.argv.at(-1)), '127.0.0.1', createLogger('test'))
  process.exit(0)`

async function bind(port: number): Promise<{ exitCode: number; output: string }> {
  const child = Bun.spawn([process.execPath, '-e', program, String(port)], {
    cwd: join(import.meta.dir),
    stderr: 'pipe',
  })
  return { exitCode: await child.exited, output: await new Response(child.stdout).text() }
}

test('a taken port ends the program with one sentence', async () => {
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const port = other.port ?? 0
  const { exitCode, output } = await bind(port)
  expect(exitCode).toBe(1)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(output).toContain(`port ${port} of 127.0.0.1 cannot be used`)
  await other.stop(true)
  expect((await bind(port)).exitCode).toBe(0)
})
