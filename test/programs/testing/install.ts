import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandResult } from '@hexawatt/dev/src/commands/run-command.ts'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import { environment } from './environment.ts'
import { withFolderLock } from './folder-lock.ts'
import { type CommandOptions, run, runToEnd } from './run-command.ts'
import { findGo, findNode, findPython, type PythonVersion, type Runtime } from './runtimes.ts'

/** A program of others that is run against the product. */
export type Program = {
  /** Its name as its users know it. */
  name: string
  /** The version that is pinned and run. */
  version: string
  /** What is run, in a few words for the table of results. */
  ran: string
}

/** What a program needs of the machine, and how it is installed. */
export type InstallOptions = {
  /** Name of its folder below `.hexawatt/programs`; installations of the same folder are made once. */
  folder: string
  /** The program that the folder is named after, where others are installed with it. */
  installedWith?: Program
  /** It runs on Python: the folder gets a virtual environment of the newest such version. */
  python?: { from: PythonVersion; to?: PythonVersion }
  /** It runs on Node. */
  node?: true
  /** It is built by Go. */
  go?: true
  /** Why this machine cannot have it; null when it can. For needs that are not named above. */
  findMissing?: () => Promise<string | null>
  /** Files that the installation reads, such as lists of pinned packages: a change of one of them installs anew. */
  inputs?: readonly string[]
  /** Gets the program from the registries into the folder. Absent: the folder alone is enough. */
  fetch?: (place: Place) => Promise<void>
}

/** Where a program is installed. */
export type Place = {
  folder: string
  /** Python of the virtual environment; without Python the word alone. */
  python: string
  node: string
  go: string
  /** Runs a command that asks a registry, with the whole environment; when it fails, the program is skipped. */
  fetch(command: readonly string[], options?: Partial<CommandOptions>): Promise<void>
  /** `pip install` into the virtual environment. */
  pip(...args: string[]): Promise<void>
  /** `npm install` of pinned packages into the folder. */
  npm(...packages: string[]): Promise<void>
}

/** An installed program. */
export type Installation = Omit<Place, 'fetch' | 'pip' | 'npm'> & {
  /** Runs a command in the folder with PATH and HOME. @throws with its output when it fails */
  run(command: readonly string[], options?: Partial<CommandOptions>): Promise<string>
  /** The same, whatever the exit code. */
  runToEnd(command: readonly string[], options?: Partial<CommandOptions>): Promise<CommandResult>
  /** Prints a line about what goes on, at once. */
  say(sentence: string): Promise<void>
  /** Puts a figure that a test measured next to its result in the table. */
  report(figure: string): Promise<void>
}

/** Longest command of an installation, ms: large wheels on a slow line. */
const fetchTimeoutMs = 540_000
/** Characters of a registry's answer that stand in the table. */
const reasonCharacters = 160

/** A registry did not give the program. */
class FetchError extends Error {}

/** Installs a program unless the folder has it already. Returns why it cannot be had when the machine lacks something or a registry fails. */
export async function install(
  program: Program,
  options: InstallOptions,
): Promise<Omit<Installation, 'report'> | { missing: string }> {
  const title = `${program.name} ${program.version}`
  const say = (sentence: string) => appendFile(programsPlace.progress, `${title}: ${sentence}\n`)
  const python = options.python && (await findPython(options.python))
  const node = options.node && (await findNode())
  const go = options.go && (await findGo())
  for (const runtime of [python, node, go]) if (runtime !== undefined && 'missing' in runtime) return runtime
  const missing = await options.findMissing?.()
  if (typeof missing === 'string') return { missing }
  const folder = join(programsPlace.folder, options.folder)
  const place = placeIn(folder, { python, node, go })
  const stamp = await stampOf(options.installedWith ?? program, options, [python, node, go])
  const stampFile = join(folder, 'stamp.json')
  try {
    await withFolderLock(folder, async () => {
      if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return
      const startedAtMs = performance.now()
      await say('is being installed …')
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      if (python !== undefined) await run([commandOf(python), '-m', 'venv', join(folder, 'venv')], { folder })
      await options.fetch?.(place)
      await Bun.write(stampFile, stamp)
      await say(`installed in ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s`)
    })
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    await say(`skipped: ${error.message}`)
    return { missing: error.message.replaceAll(/\s+/g, ' ').slice(0, reasonCharacters) }
  }
  return {
    folder,
    python: place.python,
    node: place.node,
    go: place.go,
    run: (command, more) => run(command, { folder, ...more }),
    runToEnd: (command, more) => runToEnd(command, { folder, ...more }),
    say,
  }
}

const commandOf = (runtime: Runtime | undefined): string =>
  runtime !== undefined && 'command' in runtime ? runtime.command : ''

/** Everything that the content of the folder depends on. */
async function stampOf(program: Program, options: InstallOptions, runtimes: readonly (Runtime | undefined)[]) {
  const inputs = await Promise.all((options.inputs ?? []).map((file) => Bun.file(file).text()))
  return JSON.stringify([program.name, program.version, String(options.fetch), runtimes, inputs])
}

function placeIn(folder: string, runtimes: Partial<Record<'python' | 'node' | 'go', Runtime | undefined>>): Place {
  const python = runtimes.python === undefined ? 'python3' : join(folder, 'venv/bin/python')
  async function fetch(command: readonly string[], options: Partial<CommandOptions> = {}): Promise<void> {
    const result = await runToEnd(command, {
      folder,
      hasWholeEnvironment: true,
      timeoutMs: fetchTimeoutMs,
      ...options,
    })
    if (result.exitCode === 0) return
    const lastLine = `${result.stdout}\n${result.stderr}`
      .trim()
      .split('\n')
      .findLast((line) => /error/i.test(line))
    throw new FetchError(`${command.slice(0, 4).join(' ')} failed: ${lastLine ?? `exit code ${result.exitCode}`}`)
  }
  return {
    folder,
    python,
    node: commandOf(runtimes.node),
    go: commandOf(runtimes.go),
    fetch,
    // Python compiles the modules that a test imports, a small part of large packages.
    pip: (...args) => fetch([python, '-m', 'pip', 'install', '--quiet', '--no-compile', ...args]),
    async npm(...packages) {
      const npm = Bun.which('npm', { PATH: environment.path }) ?? 'npm'
      await Bun.write(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
      await fetch([npm, 'install', '--save-exact', '--no-audit', '--no-fund', '--loglevel=error', ...packages])
    },
  }
}
