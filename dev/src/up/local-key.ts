import { join } from 'node:path'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import * as v from 'valibot'
import { readOrCreateSecret } from '../embedded/secret-file.ts'
import { SetupError } from '../embedded/setup-error.ts'
import { type DataFolder, repositoryRoot } from './data-folder.ts'

export type LocalKeyInput = {
  databaseUrl: string
  redisUrl: string
  /** Make a key also when there was one before. */
  another: boolean
  say(sentence: string): void
}

/** Random bytes of a key. */
const keyBytes = 16

/** The public demo key: `DEMO_API_KEY`, or that of the data folder, which is made at its first start and stays. */
export async function ensureDemoKey({ dataDir }: Pick<DataFolder, 'dataDir'>, env: EnvSource): Promise<string> {
  const make = () => `hxw_${crypto.getRandomValues(new Uint8Array(keyBytes)).toHex()}`
  return env['DEMO_API_KEY'] || readOrCreateSecret(join(dataDir, 'demo-key'), make)
}

/** Account and plan of the keys that `up` makes. */
const account = 'local'
const plan = 'scale'

/** Longest a keys command may take, ms. */
const commandTimeoutMs = 20_000

const ListedKeys = v.array(v.object({ keyId: v.string(), createdAt: v.string(), state: v.string() }))
type ListedKey = v.InferOutput<typeof ListedKeys>[number]
const CreatedKey = v.object({ key: v.string() })

/**
 * Makes an API key on the first start, or when another is wanted; then the oldest one makes room when the plan is full.
 *
 * @returns the key in full, this once; null when one was made before
 * @throws SetupError when the keys command fails
 */
export async function ensureLocalKey(input: LocalKeyInput): Promise<string | null> {
  const keys = parse(ListedKeys, await keysCommand(input, ['list', '--account', account, '--json']))
  if (keys.length > 0 && !input.another) return null
  await makeRoom(input, keys)
  const name = keys.length === 0 ? 'first-start' : 'new-key'
  const create = ['create', '--account', account, '--plan', plan, '--name', name, '--json']
  return parse(CreatedKey, await keysCommand(input, create)).key
}

async function makeRoom(input: LocalKeyInput, keys: readonly ListedKey[]): Promise<void> {
  const active = keys.filter(({ state }) => state === 'active').sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  const [oldest] = active
  if (oldest === undefined || active.length < defaultPlanTable.plans[plan].apiKeys) return
  await keysCommand(input, ['revoke', oldest.keyId])
  input.say(`Revoked the oldest key (${oldest.keyId}, made ${oldest.createdAt}): an account holds ${active.length}.`)
}

/** Runs the operator's own command, so that there is one way to make a key. */
async function keysCommand(input: LocalKeyInput, args: readonly string[]): Promise<string> {
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', join(repositoryRoot, 'gateway/src/cli/keys-main.ts'), ...args],
    {
      cwd: repositoryRoot,
      env: { DATABASE_URL: input.databaseUrl, REDIS_URL: input.redisUrl },
      stdin: 'ignore',
      stderr: 'pipe',
      timeout: commandTimeoutMs,
    },
  )
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) === 0) return output
  throw new SetupError(`The API key could not be made: ${complaint.trim() || `keys ${args[0]} gave no reason`}`)
}

function parse<Output>(schema: v.GenericSchema<unknown, Output>, text: string): Output {
  return v.parse(v.pipe(v.string(), v.parseJson(), schema), text)
}
