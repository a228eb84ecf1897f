import { runCommand, runToEnd } from '../../dev/src/containers/command.ts'

/** A composition of its own, which nothing of another one can meet. */
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

type ComposeInput = {
  /** Folder of `docker-compose.yml`. */
  folder: string
  /** Settings of the composition, instead of those of `.env`. */
  env: Readonly<Record<string, string | undefined>>
}

/** Finds out which of both commands this machine has: the plugin, or the older program of its own. */
async function composeCommand(): Promise<string[]> {
  const plugin = await runToEnd(['docker', 'compose', 'version'])
  return plugin.exitCode === 0 ? ['docker', 'compose'] : ['docker-compose']
}

/** The composition of a folder, with the `COMPOSE_PROJECT_NAME` of its settings. */
export async function createCompose({ folder, env }: ComposeInput): Promise<Compose> {
  const command = await composeCommand()
  const run = (...args: string[]) => runCommand([...command, ...args], { folder, env })
  const containersOf = async (service: string) => (await run('ps', '-q', service)).split('\n').filter((id) => id !== '')
  return {
    run,
    exec: (service, ...rest) => run('exec', '-T', service, ...rest),
    containersOf,
    inspect: (container, template) => runCommand(['docker', 'inspect', '--format', template, container], { env }),
  }
}
