import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { writeCustomerFile } from '@hexawatt/shared/methodology/load-curve/testing/curve-files-fixture'
import { makeColors, makeHours, toMonths } from '@hexawatt/shared/methodology/load-curve/testing/made-up-year'
import { shippedContracts } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'

// How long a statement of a year of quarter-hours takes, and how much memory: `bun test/client/testing/measure-statement.ts`. The figures depend on the
// machine, so that no test has them.

const rounds = 5
const source = join(import.meta.dir, '../../../clients/typescript')
const folder = await makeTemporaryFolder({ holdsPrograms: true })

const [fromMs, toMs] = ['2025-01-01T00:00:00+01:00', '2026-01-01T00:00:00+01:00'].map((at) => Date.parse(at)) as [
  number,
  number,
]
const powerW = Array.from({ length: (toMs - fromMs) / 900_000 }, (_, step) => 300 + ((step * 37) % 4_211))
const text = writeCustomerFile({ startMs: fromMs, minutes: 15, powerW })
const file = join(folder, 'year.csv')
await Bun.write(file, text)

const market = { prices: [], colors: makeColors('2024-12-31', '2026-01-01', ['2025-01-14', '2025-01-15']) }
const months = new Map(toMonths({ hours: makeHours(fromMs, toMs, 13), market }).map((month) => [month.month, month]))
const api = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    const headers = { etag: '"1"', 'x-data-mode': 'live' }
    if (pathname === '/api/tariffs')
      return Response.json({ currency: 'EUR', contracts: shippedContracts, adders: [] }, { headers })
    return Response.json(months.get(searchParams.get('month') ?? ''), { headers })
  },
})

const build = Bun.spawn(
  [process.execPath, 'build', join(source, 'src/cli/main.ts'), '--target=node', `--outfile=${join(folder, 'cli.mjs')}`],
  { stdout: 'ignore' },
)
await build.exited
/** Prints the peak of its memory as the kernel has it for this program alone: what `getrusage` has includes the program that started it. */
const printPeak = join(folder, 'print-peak.mjs')
await Bun.write(
  printPeak,
  `import { readFileSync } from 'node:fs'
  process.on('exit', () => process.stderr.write(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]))`,
)
const words = ['statement', file, '--url', api.url.origin, '--tariff', 'hphc', '--off-peak', '22h38-6h38']
for (const [name, ...program] of [
  ['Node', 'node', '--import', printPeak],
  ['Bun', process.execPath, '--preload', printPeak],
] as const) {
  // The first round stores the months.
  for (let round = 0; round <= rounds; round += 1) {
    const startedMs = performance.now()
    const child = Bun.spawn([...program, join(folder, 'cli.mjs'), ...words, '--adder', '0.1', '--move', '3kWh'], {
      env: { PATH: Bun.env['PATH'] ?? '', XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder },
      ...{ stdout: 'ignore', stderr: 'pipe' },
    })
    const peakKb = Number(await child.stderr.text())
    await child.exited
    const elapsedMs = Math.round(performance.now() - startedMs)
    const processorMs = Math.round(Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000)
    if (round > 0)
      console.log(`${name}: ${elapsedMs} ms, ${processorMs} ms of processors, ${Math.round(peakKb / 1_024)} MB`)
  }
}

await api.stop(true)
await rm(folder, { recursive: true, force: true })
