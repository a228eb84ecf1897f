import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'

/**
 * Runs one command with `psql`.
 *
 * @returns duration of the whole psql run, ms
 * @throws SetupError when psql is missing or fails
 */
export async function runPsql(databaseUrl: string, command: string): Promise<number> {
  if (Bun.which('psql') === null) {
    throw new SetupError('psql is not on this machine: install postgresql-client, the reference of this benchmark.')
  }
  const startedAtMs = performance.now()
  const child = Bun.spawn(['psql', '--quiet', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-c', command, databaseUrl], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new SetupError('psql failed: see above.')
  return performance.now() - startedAtMs
}
