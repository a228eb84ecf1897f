// Runs before the installation: no import from a package, directly or indirectly.
import { join, resolve } from 'node:path'
import { callThisMachineDirectly } from '../shared/src/config/direct-calls.ts'
import { hydratePostgresPackage, installPackages } from './src/bootstrap/packages.ts'
import { actsOnStores, chooseTarget, readRunningInstallations } from './src/bootstrap/running-installations.ts'

const repositoryRoot = resolve(import.meta.dir, '..')

/** A command that does so only with this argument. */
const readingScript = /^analysis\/src\/refit\//
const readingFlag = '--archive'

const [script, ...words] = process.argv.slice(2)
if (script === undefined) {
  console.error('Usage: bun dev/bootstrap.ts <script> [arguments]')
  process.exit(1)
}
callThisMachineDirectly(process.env)
try {
  installPackages(repositoryRoot, script)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
hydratePostgresPackage(repositoryRoot)
// `svc-ingest` has the name of the command first.
const isQuestion = words.includes('--help') || words.includes('-h') || words.slice(0, 2).includes('complete')
if (!isQuestion && (actsOnStores(script) || (readingScript.test(script) && words.includes(readingFlag)))) {
  connectToStores(script)
}
// The script gets its own arguments, as if started directly.
process.argv.splice(1, 2, join(repositoryRoot, script))
await import(join(repositoryRoot, script))

/** Gives the command the stores and upstreams that it acts on, and says which: on standard error, since its output may be read by programs. */
function connectToStores(script: string): void {
  const target = chooseTarget(readRunningInstallations(repositoryRoot), process.env, script)
  if ('refusal' in target) {
    console.error(target.refusal)
    process.exit(1)
  }
  Object.assign(process.env, target.settings)
  if (target.sentence !== null) console.error(target.sentence)
}
