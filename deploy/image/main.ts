#!/usr/bin/env bun
// The command of the image: `hexawatt NAME [arguments]` becomes the program of this name, in the same process, so that it gets
// the signals of the engine.
import { join, resolve } from 'node:path'
import { connectToStores, isQuestion } from '../../dev/src/bootstrap/connect-to-stores.ts'
import { actsOnStores, readRunningInstallations } from '../../dev/src/bootstrap/running-installations.ts'
import { scripts } from './programs.ts'

const root = resolve(import.meta.dir, '../..')
const name = process.argv[2] ?? ''
const [script, ...words] = (Object.hasOwn(scripts, name) ? scripts[name] : undefined)?.split(' ') ?? []
if (script === undefined) {
  console.error(`Usage: hexawatt NAME [arguments]; NAME is one of ${Object.keys(scripts).join(', ')}.`)
  process.exit(2)
}
// In the image for a home the operator's commands act on the stores of the running `up`; elsewhere on those of their settings.
const running = readRunningInstallations(root)
if (running.length > 0 && actsOnStores(script) && !isQuestion(process.argv.slice(3)))
  connectToStores(running, script, process.env)
// The script sees its own arguments, as if it had been started directly.
process.argv.splice(1, 2, join(root, script), ...words)
await import(join(root, script))
