import { resolve } from 'node:path'
import { defaulted, required } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command } from '@hexawatt/shared/command-line/command-line'
import { runCommandLine } from '@hexawatt/shared/command-line/run-command-line'
import { text, type ValueKind } from '@hexawatt/shared/command-line/value-kinds'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { SetupError } from '../embedded/setup-error.ts'
import { writeShippedRecordings } from './cut-recordings.ts'
import { fetchMonths } from './fetch/fetch-months.ts'
import { createCalls } from './fetch/open-calls.ts'

const month: ValueKind<Temporal.PlainYearMonth> = {
  placeholder: 'month',
  accepts: 'a month such as 2026-09',
  read: (given) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(given) ? Temporal.PlainYearMonth.from(given) : null),
}

type RecordingsCommand =
  | { kind: 'cut'; from: string }
  | { kind: 'fetch'; from: Temporal.PlainYearMonth; to: Temporal.PlainYearMonth; out: string }

const line: CommandLine<RecordingsCommand> = {
  name: 'recordings',
  summary: 'Makes recordings of the real grid.',
  notes:
    'OPEN_ODRE_BASE_URL, OPEN_ENERGY_CHARTS_BASE_URL: addresses to fetch from instead of the publishers. WEATHER_URL (with WEATHER_API_KEY): server of the weather, without which none is fetched.',
  commands: {
    cut: command({
      summary: 'Rebuilds the recordings of the folder recordings/ from the longer ones.',
      examples: ['--from ../shared/data'],
      inputs: { from: required(text('dir'), 'folder of the longer recordings') },
      read: (asked) => ({ kind: 'cut', ...asked }),
    }),
    fetch: command({
      summary:
        'Stores months of open series (national quarter-hours, day-ahead prices, weather) for replays. It can be interrupted and repeated.',
      examples: ['--from 2026-08 --to 2026-09 --out my-recordings'],
      inputs: {
        from: required(month, 'first month'),
        to: required(month, 'last month'),
        out: defaulted(text('dir'), 'folder of the files', 'recordings-fetched'),
      },
      read: (asked) => ({ kind: 'fetch', ...asked }),
    }),
  },
}

process.exitCode = await runCommandLine(
  line,
  process.argv.slice(2),
  async (asked) => {
    if (asked.kind === 'cut') return `${await writeShippedRecordings(asked.from)} bytes written to recordings/.`
    const say = (text: string): void => console.log(text)
    const now = Temporal.Now.instant()
    const call = createCalls(isOwnUpstream(Bun.env) ? async () => undefined : Bun.sleep)
    const dir = resolve(asked.out)
    const written = await fetchMonths({ ...asked, dir, env: Bun.env, now, call, say })
    return `${written} files written to ${dir}. Replay them: bun run up --replay ${asked.out}`
  },
  [SetupError],
)

/** The product's own demo upstream serves no other client: no gaps are kept. */
function isOwnUpstream(env: EnvSource): boolean {
  const urls = [env['OPEN_ODRE_BASE_URL'], env['OPEN_ENERGY_CHARTS_BASE_URL']]
  const weather = env['WEATHER_URL'] || 'http://127.0.0.1'
  return [...urls, weather].every((url) => url?.startsWith('http://127.0.0.1') === true)
}
