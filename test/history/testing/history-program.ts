import { createLineReader } from '@hexawatt/shared/testing/line-output'
import * as v from 'valibot'
import { token } from './history-fixture.ts'

const Listening = v.pipe(v.string(), v.parseJson(), v.object({ port: v.number() }))

/** svc-history as a process of its own. @param now what its clock shows at the start */
export async function startHistoryProgram(databaseUrl: string, now: string) {
  const child = Bun.spawn([process.execPath, '--no-env-file', 'svc-history/src/main.ts'], {
    cwd: `${import.meta.dir}/../../..`,
    env: {
      DATABASE_URL: databaseUrl,
      INTERNAL_TOKEN: token,
      INTERNAL_PORT: '0',
      DRAIN_MS: '0',
      CLOCK_OFFSET_MS: String(Date.parse(now) - Date.now()),
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const output = createLineReader(child.stdout)
  const { port } = v.parse(Listening, await output.lineWith('listening'))
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    child,
    output,
    /** Most resident memory so far, MB. */
    async readPeakMb(): Promise<number> {
      const status = await Bun.file(`/proc/${child.pid}/status`).text()
      return Number(status.match(/VmHWM:\s+(\d+)/)?.[1]) / 1_024
    },
  }
}

/** Length of a body, read without storing it: a test shares the machine with the measured program. */
export async function countBytes(response: Response): Promise<number> {
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength
  return bytes
}
