import { startIngestFixture, year } from './ingest-fixture.ts'
import { measureBackfillRate, measureCopyRate, measureUpsertRate, type Rate } from './load-rates.ts'

/** Targets relative to `COPY` of the same rows into the same table. */
const targets = { upsert: 1 / 6, backfill: 1 / 30 } as const
/** Limits of the worker's memory and of the duration of a year. */
const limits = { peakMegabytes: 300, backfillSeconds: 240 } as const

/** `bun run bench ingest`: a year of every feed from the demo upstream, compared with `psql`'s COPY of the same rows. */
export async function benchIngest(): Promise<void> {
  const fixture = await startIngestFixture()
  try {
    const [upserted, copied, backfilled] = await Promise.all(
      ['bench_upsert', 'bench_copy', 'bench_backfill'].map(fixture.createDatabase),
    )
    if (upserted === undefined || copied === undefined || backfilled === undefined) return
    console.log(`A year of every feed, ${year.from} to ${year.to}, demo upstream:`)
    const upsert = await measureUpsertRate(fixture, upserted, 'bench_upsert')
    printRate('normalise → upsert', upsert)
    const copy = await measureCopyRate(fixture, upserted, 'bench_upsert', copied, 'bench_copy')
    printRate('psql COPY, same rows', copy)
    const backfill = await measureBackfillRate(fixture, backfilled, 'bench_backfill')
    printRate('backfill over HTTP', backfill)
    console.log('')
    printRatio('normalise → upsert', upsert, copy, targets.upsert)
    printRatio('backfill over HTTP', backfill, copy, targets.backfill)
    console.log(`backfill of the year: ${backfill.seconds.toFixed(1)} s (limit ${limits.backfillSeconds} s)`)
    console.log(
      `memory of the worker: ${backfill.peakMegabytes.toFixed(0)} MB at most (limit ${limits.peakMegabytes} MB)`,
    )
    await Promise.all([upserted, copied, backfilled].map((sql) => sql.end({ timeout: 1 })))
  } finally {
    await fixture.stop()
  }
}

const computePerSecond = ({ rows, seconds }: Rate): number => rows / seconds

function printRate(name: string, rate: Rate): void {
  const { rows, seconds } = rate
  console.log(
    `  ${name.padEnd(22)} ${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s = ${Math.round(computePerSecond(rate)).toLocaleString('en')} rows/s`,
  )
}

function printRatio(name: string, rate: Rate, copy: Rate, target: number): void {
  const ratio = computePerSecond(rate) / computePerSecond(copy)
  console.log(`${name}: 1/${(1 / ratio).toFixed(1)} of COPY (target 1/${1 / target})`)
}
