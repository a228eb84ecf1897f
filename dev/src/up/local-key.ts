import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import * as v from 'valibot'
import { readOrCreateSecret } from '../embedded/secret-file.ts'
import { SetupError } from '../embedded/setup-error.ts'
import type { DataFolder } from './data-folder/data-folder.ts'
import { repositoryRoot } from './data-folder/places.ts'

type LocalKeyInput = {
  databaseUrl: string
  redisUrl: string
  /** Path of the plan table of the gateway; undefined = the product's own. */
  plansFile: string | undefined
  /** True: create a key also when one exists. */
  another: boolean
  dataDir: string
  /** Whether a new key goes to the file `api-key` of the data folder (mode 0600) instead of the screen, because the output is kept as a log. */
  inFile: boolean
  say(sentence: string): void
}

/** Random bytes of a key. */
const keyBytes = 16

/** The public demo key: `DEMO_API_KEY`, else the one of the data folder, which its first start creates. */
export async function ensureDemoKey({ dataDir }: Pick<DataFolder, 'dataDir'>, env: EnvSource): Promise<string> {
  const make = () => `hxw_${crypto.getRandomValues(new Uint8Array(keyBytes)).toHex()}`
  return env['DEMO_API_KEY'] || readOrCreateSecret(join(dataDir, 'demo-key'), make)
}

/** Account of the keys that `up` creates; it has the largest plan. */
const account = 'local'

/** Time-out of one keys command, ms: a memory card, or a processor that is emulated, takes its time. */
const commandTimeoutMs = 120_000

const ListedKeys = v.array(v.object({ keyId: v.string(), createdAt: v.string(), state: v.string() }))
type ListedKey = v.InferOutput<typeof ListedKeys>[number]
const CreatedKey = v.object({ key: v.string() })

/**
 * Creates an API key at the first start or when another one is requested, and puts it where the user finds it before anything else is waited for: a start that
 * is stopped then loses none. Revokes the oldest key when the plan's limit is reached.
 *
 * @returns where the user finds the key
 * @throws SetupError when the keys command fails
 */
export async function ensureLocalKey(input: LocalKeyInput): Promise<ShownKey> {
  return keepKey(await createWhereNeeded(input), input)
}

/** @returns the complete key, once; null when a key exists already */
async function createWhereNeeded(input: LocalKeyInput): Promise<string | null> {
  const keys = parse(ListedKeys, await keysCommand(input, ['list', '--account', account, '--json']))
  if (keys.length > 0 && !input.another) return null
  const { plans } = readPlanTable(input.plansFile)
  const [plan = '', row] = Object.entries(plans).at(-1) ?? []
  await revokeOldestAtLimit(input, keys, row?.apiKeys ?? 1)
  const name = keys.length === 0 ? 'first-start' : 'new-key'
  const create = ['create', '--account', account, '--plan', plan, '--name', name, '--json']
  return parse(CreatedKey, await keysCommand(input, create)).key
}

/** Where the user finds the key: on the screen, in a file, or nowhere any more. */
export type ShownKey = { kind: 'text'; key: string } | { kind: 'file'; path: string } | { kind: 'earlier' }

/** @param key null when this start made none */
async function keepKey(
  key: string | null,
  { dataDir, inFile }: Pick<LocalKeyInput, 'dataDir' | 'inFile'>,
): Promise<ShownKey> {
  const path = join(dataDir, 'api-key')
  if (!inFile) return key === null ? { kind: 'earlier' } : { kind: 'text', key }
  if (key !== null) {
    await writeFile(`${path}.new`, `${key}\n`, { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
  return (await Bun.file(path).exists()) ? { kind: 'file', path } : { kind: 'earlier' }
}

async function revokeOldestAtLimit(input: LocalKeyInput, keys: readonly ListedKey[], apiKeys: number): Promise<void> {
  const active = keys.filter(({ state }) => state === 'active').sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  const [oldest] = active
  if (oldest === undefined || active.length < apiKeys) return
  await keysCommand(input, ['revoke', oldest.keyId])
  input.say(
    `Revoked the oldest key (${oldest.keyId}, created ${oldest.createdAt}): an account has at most ${active.length} keys.`,
  )
}

/** Runs the operator's command: keys are created in one way only. */
async function keysCommand(input: LocalKeyInput, args: readonly string[]): Promise<string> {
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', join(repositoryRoot, 'svc-web/src/cli/keys-main.ts'), ...args],
    {
      cwd: repositoryRoot,
      env: { DATABASE_URL: input.databaseUrl, REDIS_URL: input.redisUrl, PLANS_FILE: input.plansFile ?? '' },
      stdin: 'ignore',
      stderr: 'pipe',
      timeout: commandTimeoutMs,
    },
  )
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) === 0) return output
  const silence = `keys ${args[0]} ${child.killed ? `took longer than ${commandTimeoutMs / 1_000} s` : 'gave no reason'}`
  throw new SetupError(`The API key could not be created: ${errors.trim() || silence}`)
}

function parse<Output>(schema: v.GenericSchema<unknown, Output>, text: string): Output {
  return v.parse(v.pipe(v.string(), v.parseJson(), schema), text)
}
