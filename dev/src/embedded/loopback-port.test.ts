import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePorts } from './loopback-port.ts'

/** Enough for a collision between independent choices in all but one of a thousand runs of this test. */
const portsPerProcess = 120
const otherProcesses = 3

test('a port that a process has reserved is given to no other process while it lives, even before it listens', async () => {
  const program = `
    import { freePorts } from ${JSON.stringify(join(import.meta.dir, 'loopback-port.ts'))}
    console.log(JSON.stringify(await freePorts(${portsPerProcess})))
    await Bun.stdin.text()`
  const others = Array.from({ length: otherProcesses }, () =>
    Bun.spawn([process.execPath, '-e', program], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' }),
  )
  const chosen = await Promise.all([
    freePorts(portsPerProcess),
    ...others.map(async ({ stdout }): Promise<number[]> => {
      for await (const line of stdout.pipeThrough(new TextDecoderStream())) return JSON.parse(line)
      return []
    }),
  ])
  expect(new Set(chosen.flat()).size).toBe(portsPerProcess * (1 + otherProcesses))
  // The reservations do not keep the processes alive: they end when their input ends.
  for (const { stdin } of others) stdin.end()
  expect(await Promise.all(others.map(({ exited }) => exited))).toEqual(others.map(() => 0))
})
