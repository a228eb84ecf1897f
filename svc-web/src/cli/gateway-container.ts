import { callDirectly } from '@hexawatt/shared/config/direct-calls'
import { internalTokenHeader } from '@hexawatt/shared/http/principal'
import * as v from 'valibot'
import { CommandOutput, commandProofHeader, deriveCommandProof } from './command-routes.ts'

/** Release that no longer has the commands in containers of gateways: they are kept for one release after their move. */
export const removedInRelease = '1.1.0'

/** Longest time a command may take in svc-web, ms: a list of bills may be long. */
const commandTimeoutMs = 60_000

/**
 * Runs a command in svc-web when this is a gateway container, whose role in Postgres may not change accounts. Up to 0.1.0 the commands ran there; this works
 * for one release, as a note on standard error says.
 * @returns whether this is a gateway container; the command has then printed its output and set the exit code
 */
export async function runInGatewayContainer(
  command: 'keys' | 'usage',
  argv: readonly string[],
  env: Record<string, string | undefined>,
): Promise<boolean> {
  const { SVC_WEB_URL: url = '', INTERNAL_TOKEN: token = '' } = env
  if (url === '' || token === '') return false
  // A proxy must not read the internal token.
  callDirectly(env)
  console.error(
    `The command ${command} has moved to svc-web: docker compose exec svc-web hexawatt ${command} … In a gateway container it works until release ${removedInRelease}.`,
  )
  const proof = deriveCommandProof(env)
  if (proof === null) {
    console.error('It does not work here because ADDRESS_HASH_SECRET (the same in gateways and svc-web) is not set.')
    process.exitCode = 1
    return true
  }
  const { stdout, stderr, exitCode } = await askSvcWeb(`${url.replace(/\/$/, '')}/internal/commands/${command}`, {
    token,
    proof,
    argv,
  }).catch(() => ({
    stdout: '',
    stderr: 'svc-web does not answer: check SVC_WEB_URL, INTERNAL_TOKEN and ADDRESS_HASH_SECRET.\n',
    exitCode: 1,
  }))
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = exitCode
  return true
}

type AskedCommand = { token: string; proof: string; argv: readonly string[] }

async function askSvcWeb(url: string, { token, proof, argv }: AskedCommand) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { [internalTokenHeader]: token, [commandProofHeader]: proof, 'content-type': 'application/json' },
    body: JSON.stringify({ arguments: argv }),
    signal: AbortSignal.timeout(commandTimeoutMs),
  })
  return v.parse(CommandOutput, await response.json())
}
