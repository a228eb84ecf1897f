import { createSecretCheck } from '@hexawatt/shared/bounds/same-secret'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createAdmitToken, createNotFoundError } from '@hexawatt/shared/http/principal'
import { createKeyedHash } from '@hexawatt/shared/keys/keyed-hash'
import { Elysia } from 'elysia'
import * as v from 'valibot'

/** Header of {@link deriveCommandProof}. */
export const commandProofHeader = 'x-command-proof'

/** Proves that a command comes from a gateway container: services also have the internal token, but not this secret. null without the secret. */
export function deriveCommandProof({ ADDRESS_HASH_SECRET: secret = '' }: EnvSource): string | null {
  return secret === '' ? null : createKeyedHash(secret)('commands of a gateway container')
}

/** Arguments of a command line. */
const CommandBody = v.strictObject({ arguments: v.pipe(v.array(v.string()), v.maxLength(100)) })

/** What a command printed, and its exit code. */
export const CommandOutput = v.object({ stdout: v.string(), stderr: v.string(), exitCode: v.number() })
export type CommandOutput = v.InferOutput<typeof CommandOutput>

async function runKeys(argv: readonly string[], env: EnvSource): Promise<CommandOutput> {
  // Both commands are loaded on demand: few installations run them here.
  const { runCommand } = await import('./keys-command.ts')
  const { exitCode, text } = await runCommand(argv, env)
  return exitCode === 0 ? { stdout: `${text}\n`, stderr: '', exitCode } : { stdout: '', stderr: `${text}\n`, exitCode }
}

async function runUsage(argv: readonly string[], env: EnvSource): Promise<CommandOutput> {
  const { runUsageCommand } = await import('./usage-command.ts')
  let [stdout, stderr] = ['', '']
  const exitCode = await runUsageCommand({
    argv,
    env,
    now: Temporal.Now.instant(),
    print: (text) => {
      stdout += text
    },
    say: (sentence) => {
      stderr += `${sentence}\n`
    },
  })
  return { stdout, stderr, exitCode }
}

/**
 * Makes the routes that run `keys` and `usage` for a gateway container, where the commands ran up to 0.1.0, until `removedInRelease`. They
 * accept only requests with the internal token and the proof, and no gateway forwards to them. Without ADDRESS_HASH_SECRET these routes do not exist, because
 * services have the token.
 * @param env environment from which the commands take the addresses of their stores
 */
export function createCommandRoutes(env: EnvSource, acceptedTokens: readonly string[]) {
  const routes = new Elysia({ name: 'commands' })
  const proof = deriveCommandProof(env)
  if (proof === null) return routes
  const admitToken = createAdmitToken(acceptedTokens)
  const isProof = createSecretCheck(proof)
  const answerWith = (run: typeof runKeys) =>
    async function answerCommand({ request }: { request: Request }): Promise<Response> {
      admitToken(request.headers)
      if (!isProof(request.headers.get(commandProofHeader) ?? '')) throw createNotFoundError()
      const body = v.safeParse(CommandBody, await request.json().catch(() => null))
      if (body.success) return Response.json(await run(body.output.arguments, env))
      throw new AppError('invalid_body', { detail: 'The body is {"arguments": [ at most 100 texts ]}.' })
    }
  return routes
    .post('/internal/commands/keys', answerWith(runKeys), { parse: 'none' })
    .post('/internal/commands/usage', answerWith(runUsage), { parse: 'none' })
}
