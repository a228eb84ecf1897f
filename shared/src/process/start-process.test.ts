import { expect, test } from 'bun:test'
import { startProcess } from './start-process.ts'

/** A process that reports when its signal handlers are installed, and then runs until a signal ends it. */
async function startScript(script: string) {
  const { promise: isReady, resolve } = Promise.withResolvers<unknown>()
  const command = [process.execPath, '-e', `${script}; setInterval(() => undefined, 1_000); process.send('ready')`]
  const child = startProcess({ command, env: { SECRET: undefined }, onMessage: resolve })
  await isReady
  return child
}

test('a stopped process ends with its own exit code before the deadline', async () => {
  const child = await startScript("process.on('SIGINT', () => process.exit(7))")
  expect(child.hasExited()).toBe(false)
  expect(await child.stop('SIGINT', 60_000)).toBe(7)
  expect(child.hasExited()).toBe(true)
})

test('a process that ignores the signal is killed at the deadline', async () => {
  const child = await startScript("process.on('SIGTERM', () => undefined)")
  expect(await child.stop('SIGTERM', 100)).toBe(128 + 9)
})

test('a process inherits no environment, and can be stopped after its end', async () => {
  const script = 'test -z "$HOME$SECRET" || exit 1; test "$GIVEN" = yes || exit 2'
  const child = startProcess({ command: ['/bin/sh', '-c', script], env: { GIVEN: 'yes', SECRET: undefined } })
  expect(await child.exited).toBe(0)
  expect(await child.stop('SIGTERM', 0)).toBe(0)
})

test('a process gets standard input, and may end without reading it', async () => {
  const reads = (script: string, text: string) =>
    startProcess({ command: ['/bin/sh', '-c', script], env: {}, stdin: { text, afterwards: 'end' } }).exited
  expect(await reads('read -r line; test "$line" = settings', 'settings\n')).toBe(0)
  expect(await reads('exec 0<&-; sleep 0.1; exit 3', 'x'.repeat(1_000_000))).toBe(3)
})

test('starting a program that does not exist fails', () => {
  expect(() => startProcess({ command: ['/nonexistent'], env: {} })).toThrow('ENOENT')
})
