import { readOptionsOnly } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { dateFrom, instantFrom } from '../command-line/argument-values.ts'

export type AtCommand = { kind: 'at'; at: Temporal.Instant }
export type SampleCommand = { kind: 'sample'; count: number; seed: number | null }
export type ChainCommand = { kind: 'chain'; from: Temporal.PlainDate | null; to: Temporal.PlainDate | null }
export type AuditCommand = { kind: 'help' } | AtCommand | SampleCommand | ChainCommand

/** Most points of one sample: two years of them. */
const maxSample = 105_408
/** A seed is a whole number below this. */
export const seedLimit = 2 ** 31

/** What `bun run audit --help` prints. */
export const auditUsage = `Proves stored points from the archived payloads.

  bun run audit --at INSTANT
      Recomputes the point of an instant and prints stored and recomputed side by side.
  bun run audit --sample N [--seed S]
      The same for N points drawn at random, as a summary with the first differences.
  bun run audit --chain [--from DATE] [--to DATE]
      SHA-256 chain over the stored points, a line per UTC day (--to: first day that is not printed any more).

Exit code 0: everything is equal. 1: something differs, is missing, or was computed by another version. 2: nothing was audited.
DATABASE_URL: the product's database (taken from a running bun run up when it is not set).`

const optionsByCommand = {
  at: ['at'],
  sample: ['sample', 'seed'],
  chain: ['chain', 'from', 'to'],
} as const satisfies Record<string, readonly string[]>
type CommandName = keyof typeof optionsByCommand

/**
 * Reads the command line of `bun run audit`.
 *
 * @throws {@link UsageError} with one sentence that says what is wrong
 */
export function parseAuditArguments(argv: readonly string[]): AuditCommand {
  const values = parsedValues(argv)
  if (values.help === true) return { kind: 'help' }
  const names = Object.keys(optionsByCommand).filter((name): name is CommandName => Object.hasOwn(values, name))
  const [name] = names
  if (name === undefined || names.length > 1) {
    throw new UsageError('Say what to audit: one of --at, --sample and --chain (bun run audit --help).')
  }
  const accepted: readonly string[] = optionsByCommand[name]
  const foreign = Object.keys(values).find((given) => !accepted.includes(given))
  if (foreign !== undefined) throw new UsageError(`--${name} does not go with --${foreign} (bun run audit --help).`)
  if (name === 'at') return { kind: 'at', at: instantFrom('--at', values.at ?? '') }
  return name === 'sample' ? sampleCommand(values) : chainCommand(values)
}

type Values = ReturnType<typeof parsedValues>

function sampleCommand({ sample = '', seed }: Values): SampleCommand {
  return {
    kind: 'sample',
    count: wholeFrom('--sample', sample, [1, maxSample]),
    seed: seed === undefined ? null : wholeFrom('--seed', seed, [0, seedLimit - 1]),
  }
}

function chainCommand({ from, to }: Values): ChainCommand {
  return {
    kind: 'chain',
    from: from === undefined ? null : dateFrom('--from', from),
    to: to === undefined ? null : dateFrom('--to', to),
  }
}

function wholeFrom(option: string, text: string, [min, max]: readonly [number, number]): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) {
    throw new UsageError(`${option} takes a whole number from ${min} to ${max}, not "${text}".`)
  }
  return number
}

function parsedValues(argv: readonly string[]) {
  return readOptionsOnly(argv, 'bun run audit', {
    at: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    chain: { type: 'boolean' },
    from: { type: 'string' },
    to: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  })
}
