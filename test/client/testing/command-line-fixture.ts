import { join } from 'node:path'

const root = join(import.meta.dir, '../../..')
const source = join(root, 'clients/typescript/src/cli/main.ts')

/** The contract that the developer of this machine keeps must not count. */
const noFolder = '/nowhere'
/** Months of a statement are stored nowhere unless a test names a folder. */
const noCacheFolder = '/dev/null'

/** How a run of the command line ended. */
export type Ended = { exitCode: number; out: string; err: string }

/** Runs `hexawatt` as a process, from its source unless another program is given, with nothing set but these variables. */
export async function hexawatt(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program: readonly string[] = [process.execPath, '--no-env-file', source],
): Promise<Ended> {
  const child = startHexawatt(argv, env, program)
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, out, err }
}

/** Starts `hexawatt` as {@link hexawatt} does, for a test that does something while it runs. */
export function startHexawatt(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program: readonly string[] = [process.execPath, '--no-env-file', source],
  stdin: 'ignore' | ReturnType<typeof Bun.file> = 'ignore',
) {
  return Bun.spawn([...program, ...argv], {
    cwd: root,
    env: { PATH: Bun.env['PATH'] ?? '', XDG_CONFIG_HOME: noFolder, XDG_CACHE_HOME: noCacheFolder, ...env },
    stdin,
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/** Output of `hexawatt` on a terminal. */
export async function hexawattOnTerminal(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  let printed = ''
  const decoder = new TextDecoder()
  const child = Bun.spawn([process.execPath, '--no-env-file', source, ...argv], {
    cwd: root,
    env: {
      PATH: Bun.env['PATH'] ?? '',
      XDG_CONFIG_HOME: noFolder,
      XDG_CACHE_HOME: noCacheFolder,
      TERM: 'xterm',
      ...env,
    },
    terminal: {
      cols: 120,
      rows: 40,
      data: (_terminal, bytes) => {
        printed += decoder.decode(bytes, { stream: true })
      },
    },
  })
  await child.exited
  child.terminal?.close()
  return printed
}
