import { join } from 'node:path'

/** What a smoke test runs against: a composition of its own, which nothing of another one can meet. */
export type Compose = {
  /** Runs a command of compose. @returns what it printed; throws when it fails */
  run: (...args: string[]) => Promise<string>
  /** Runs a command in a running container of a service. */
  exec: (service: string, ...command: string[]) => Promise<string>
  /** Ids of the containers of a service, also of those that have ended. */
  containersOf: (service: string) => Promise<string[]>
  /** A field of what the engine knows of a container, by a Go template such as `{{.State.Status}}`. */
  inspect: (container: string, template: string) => Promise<string>
}

const repositoryRoot = join(import.meta.dir, '../..')

/** Finds out which of both commands this machine has: the plugin, or the older program of its own. */
async function composeCommand(): Promise<string[]> {
  const plugin = Bun.spawn(['docker', 'compose', 'version'], { stdout: 'ignore', stderr: 'ignore' })
  return (await plugin.exited) === 0 ? ['docker', 'compose'] : ['docker-compose']
}

/** @param env settings of the composition, instead of those of `.env` */
export async function createCompose(env: Record<string, string | undefined>): Promise<Compose> {
  const command = await composeCommand()
  const run = (...args: string[]) => output([...command, ...args], env)
  const containersOf = async (service: string) => (await run('ps', '-q', service)).split('\n').filter((id) => id !== '')
  return {
    run,
    exec: (service, ...rest) => run('exec', '-T', service, ...rest),
    containersOf,
    inspect: (container, template) => output(['docker', 'inspect', '--format', template, container], env),
  }
}

async function output(command: string[], env: Record<string, string | undefined>): Promise<string> {
  const child = Bun.spawn(command, { cwd: repositoryRoot, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stderr || stdout}`)
  return stdout.trim()
}
