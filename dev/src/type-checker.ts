/** A program that the runtime runs: its arguments, and its additions to this process's environment. */
export type RuntimeCall = { command: readonly string[]; env?: Readonly<Record<string, string>> }

/**
 * The type checker is a Go program that lives for seconds and holds 1.5 GB in the end: collecting its garbage on the way would take a third of its time. Beyond
 * the limit it is collected after all.
 */
const uncollected = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/**
 * A call of the type checker. One thread: several would each check the shared types again, while concurrent tests need the cores.
 * / @param project a folder with a `tsconfig.json`, or such a file
 */
export function typeCheck(project: string, args: readonly string[] = []): RuntimeCall {
  return { command: ['x', '--bun', 'tsc', '-p', project, '--singleThreaded', ...args], env: uncollected }
}
