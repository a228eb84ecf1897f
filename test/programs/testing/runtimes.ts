import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { environment } from './environment.ts'
import { runToEnd } from './run-command.ts'

/** A language that a program needs on the machine: where it is, or why there is none. */
export type Runtime = { command: string; version: string } | { missing: string }

/** A version of Python, such as `3.11`. */
export type PythonVersion = `3.${number}`

/** Newest Python that is looked for. */
const newestPython = 14

/** The newest Python of at least `from`, and at most `to`, that can make virtual environments: on the PATH, or a version of pyenv. */
export async function findPython({ from, to }: { from: PythonVersion; to?: PythonVersion }): Promise<Runtime> {
  const [oldest, newest] = [minorOf(from), to === undefined ? newestPython : minorOf(to)]
  const withoutVenv: string[] = []
  for (let minor = newest; minor >= oldest; minor -= 1) {
    for (const command of await pythonsOf(minor)) {
      const asked = ['-c', 'import platform; print(platform.python_version())']
      const { exitCode, stdout } = await runToEnd([command, ...asked], { folder: '/' })
      // pyenv has a command for each version that is installed; all but the chosen ones refuse to run.
      if (exitCode !== 0) continue
      const venv = await runToEnd([command, '-c', 'import venv, ensurepip'], { folder: '/' })
      if (venv.exitCode === 0) return { command, version: stdout.trim() }
      withoutVenv.push(stdout.trim())
    }
  }
  const range = to === undefined ? `${from} or newer` : `${from} to ${to}`
  const incomplete = withoutVenv.length === 0 ? '' : ` (${withoutVenv.join(', ')} lacks venv: on Debian, python3-venv)`
  return { missing: `no Python ${range}${incomplete}` }
}

const minorOf = (version: PythonVersion): number => Number(version.slice(2))

/** Commands that may be Python 3.`minor`. */
async function pythonsOf(minor: number): Promise<string[]> {
  const onPath = Bun.which(`python3.${minor}`, { PATH: environment.path })
  const versions = join(environment.home, '.pyenv/versions')
  const names = (await readdir(versions).catch((): string[] => [])).filter((name) => name.startsWith(`3.${minor}.`))
  const ofPyenv = names.map((name) => join(versions, name, 'bin/python3'))
  return [...(onPath === null ? [] : [onPath]), ...ofPyenv]
}

/** Node, with npm. */
export async function findNode(): Promise<Runtime> {
  const node = Bun.which('node', { PATH: environment.path })
  if (node === null || Bun.which('npm', { PATH: environment.path }) === null) return { missing: 'no Node with npm' }
  return { command: node, version: (await runToEnd([node, '--version'], { folder: '/' })).stdout.trim() }
}

/** Go of any version: its own tool fetches the one that a module names, where the module proxy has it. */
export async function findGo(): Promise<Runtime> {
  const go = Bun.which('go', { PATH: `${environment.path}:/usr/local/go/bin` })
  if (go === null) return { missing: 'no Go' }
  return { command: go, version: (await runToEnd([go, 'env', 'GOVERSION'], { folder: '/' })).stdout.trim() }
}
