import { join } from 'node:path'
import * as v from 'valibot'
import { root } from '../../deploy/testing/deploy-files.ts'
import { runToEnd } from '../../programs/testing/run-command.ts'
import { findGo } from '../../programs/testing/runtimes.ts'

/** Where the checks keep what they built and fetched between runs. */
export const kubernetesPlace = join(root, '.hexawatt/kubernetes')

/** This machine lacks something, or a registry did not give it: the checks are skipped with this reason. */
export class Missing extends Error {}

/** Longest download of a module, and longest build of the cluster's program on two busy cores, ms. */
const downloadTimeoutMs = 540_000
const buildTimeoutMs = 3_600_000

const Module = v.object({ Dir: v.string(), GoMod: v.string() })

/**
 * Downloads a Go module with the ordinary client, which compares it with the public checksum database.
 *
 * @returns its unpacked folder, and its go.mod file
 * @throws Missing when this machine has no Go, or the module proxy does not give the module
 */
export async function downloadModule(module: string, version: string): Promise<{ folder: string; goMod: string }> {
  const command = [await goCommand(), 'mod', 'download', '-json', `${module}@v${version}`]
  const { stdout, stderr, exitCode } = await runToEnd(command, { ...options, timeoutMs: downloadTimeoutMs })
  if (exitCode !== 0) {
    throw new Missing(`${module} ${version} from the Go module proxy: ${`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')}`)
  }
  const { Dir, GoMod } = v.parse(Module, JSON.parse(stdout))
  return { folder: Dir, goMod: GoMod }
}

/**
 * Builds the program of a folder that holds a go.mod.
 *
 * @throws Missing without Go, or when a module cannot be downloaded; an error with the compiler's output otherwise
 */
export async function buildProgram(folder: string, name: string): Promise<void> {
  const go = await goCommand()
  const here = { ...options, folder }
  const fetched = await runToEnd([go, 'list', '-deps', '.'], { ...here, timeoutMs: downloadTimeoutMs })
  if (fetched.exitCode !== 0) throw new Missing(`modules of ${name}: ${fetched.stderr.trim().split('\n').at(-1)}`)
  const build = [go, 'build', '-ldflags', '-s -w', '-o', name, '.']
  const { exitCode, stderr } = await runToEnd(build, { ...here, timeoutMs: buildTimeoutMs })
  if (exitCode !== 0) throw new Error(`${name} was not built:\n${stderr.slice(-6_000)}`)
}

/** The registry's own settings of the user count; the toolchain is the one that is installed. */
const options = {
  folder: '/',
  hasWholeEnvironment: true,
  env: { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', GOWORK: 'off' },
} as const

async function goCommand(): Promise<string> {
  const go = await findGo()
  if ('missing' in go) throw new Missing(go.missing)
  return go.command
}
