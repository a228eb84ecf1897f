// Runs before the installation: no import from a package, directly or indirectly.
import { join, resolve } from 'node:path'
import { callThisMachineDirectly } from '../shared/src/config/direct-calls.ts'
import { connectToStores, isQuestion } from './src/bootstrap/connect-to-stores.ts'
import { hydratePostgresPackage, installPackages } from './src/bootstrap/packages.ts'
import { actsOnStores, readRunningInstallations } from './src/bootstrap/running-installations.ts'

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
if (!isQuestion(words) && (actsOnStores(script) || (readingScript.test(script) && words.includes(readingFlag)))) {
  connectToStores(readRunningInstallations(repositoryRoot), script, process.env)
}
// The script gets its own arguments, as if started directly.
process.argv.splice(1, 2, join(repositoryRoot, script))
await import(join(repositoryRoot, script))
