import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { isRunningUp, upScript } from './running-installations.ts'

test.skipIf(process.platform !== 'linux')(
  'a thread of an `up` is none: a container that was killed starts again, although its former process id is one of its threads now',
  async () => {
    const script =
      "new Worker('data:text/javascript,setInterval(() => {}, 1000); postMessage(1)').onmessage = () => console.log(1)"
    const up = Bun.spawn([process.execPath, '-e', script, `${upScript}ts`], { stdout: 'pipe' })
    closeAtEnd(() => up.kill())
    await up.stdout.getReader().read()
    const threads = readdirSync(`/proc/${up.pid}/task`).map(Number)
    expect(threads.length).toBeGreaterThan(1)
    expect(threads.filter(isRunningUp)).toEqual([up.pid])
  },
)
