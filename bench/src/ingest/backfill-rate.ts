import { readFile } from 'node:fs/promises'
import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { type IngestGround, root, year } from './ingest-ground.ts'
import { countRows, type Rate } from './upsert-rate.ts'

const sampleEveryMs = 100

/** Rate of `bun run backfill` in a process of its own, with the most memory that process ever held, MB. */
export type BackfillRate = Rate & { peakMegabytes: number }

/** Runs the backfill of the year as an operator would, through HTTP, unthrottled. */
export async function backfillRate(ground: IngestGround, sql: Sql, database: string): Promise<BackfillRate> {
  const startedAtMs = performance.now()
  const child = Bun.spawn(
    [
      process.execPath,
      '--no-env-file',
      'svc-ingest/src/backfill/cli.ts',
      ...['--from', year.from, '--to', year.to, '--calls-per-second', '100'],
    ],
    {
      cwd: root,
      env: { PATH: Bun.env['PATH'] ?? '', ...ground.ingestEnv(database) },
      stdout: 'ignore',
      stderr: 'inherit',
    },
  )
  let peakMegabytes = 0
  const sampling = setInterval(async () => {
    peakMegabytes = Math.max(peakMegabytes, await peakMegabytesOf(child.pid))
  }, sampleEveryMs)
  const exitCode = await child.exited
  clearInterval(sampling)
  if (exitCode !== 0) throw new SetupError(`The backfill ended with ${exitCode}.`)
  return { rows: await countRows(sql), seconds: (performance.now() - startedAtMs) / 1_000, peakMegabytes }
}

/** The kernel's own high-water mark of a process, MB; 0 where it is not told (not Linux, or the process has ended). */
async function peakMegabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(status.match(/VmHWM:\s+(\d+) kB/)?.[1] ?? 0) / 1024
}
