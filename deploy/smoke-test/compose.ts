import { runCommand, runToEnd } from '../../dev/src/commands/run-command.ts'

/** A composition of its own, which nothing of another one can meet. */
export type Compose = {
  /** Its name. */
  project: string
  /** Runs a command of compose. @returns what it printed; throws when it fails */
  run: (...args: string[]) => Promise<string>
  /** Runs a command in the first container of a service. */
  exec: (service: string, ...command: string[]) => Promise<string>
  /** Runs a command in a container. */
  execIn: (container: string, ...command: string[]) => Promise<string>
  /** Sends a container SIGTERM, and waits until it has ended; the engine kills it after the longest time that the composition allows. */
  stop: (container: string) => Promise<string>
  /** Ids of the containers of a service, also of those that have ended, in order of their numbers. */
  containersOf: (service: string) => Promise<string[]>
  /** A field of what the engine knows of a container, by a Go template such as `{{.State.Status}}`. */
  inspect: (container: string, template: string) => Promise<string>
}

/** The longest `stop_grace_period` of the composition, s: given to `docker stop`, so that it waits as long as compose does. */
export const longestStopSeconds = 80

type ComposeInput = {
  /** Folder of `docker-compose.yml`. */
  folder: string
  /** Name of the composition. */
  project: string
  /** Settings of the composition, instead of those of `.env`. */
  env: Readonly<Record<string, string | undefined>>
}

/** Finds out which of both commands this machine has: the plugin, or the older program of its own. */
async function composeCommand(): Promise<string[]> {
  const plugin = await runToEnd(['docker', 'compose', 'version'])
  return plugin.exitCode === 0 ? ['docker', 'compose'] : ['docker-compose']
}

/**
 * The composition of a folder. Containers are found by the labels of compose, and asked through the engine: the older program of compose needs a second of
 * processor time for each question.
 */
export async function createCompose({ folder, project, env }: ComposeInput): Promise<Compose> {
  const command = await composeCommand()
  const docker = (...args: string[]) => runCommand(['docker', ...args], { env })
  const label = (name: string) => `com.docker.compose.${name}`
  const containersOf = async (service: string) => {
    const filters = [`label=${label('project')}=${project}`, `label=${label('service')}=${service}`]
    const format = `{{.Label "${label('container-number')}"}} {{.ID}}`
    const listed = await docker('ps', '--all', ...filters.flatMap((one) => ['--filter', one]), '--format', format)
    return listed
      .split('\n')
      .filter((line) => line !== '')
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .map((line) => line.split(' ')[1] ?? '')
  }
  const execIn = (container: string, ...rest: string[]) => docker('exec', container, ...rest)
  return {
    project,
    run: (...args) => runCommand([...command, ...args], { folder, env: { ...env, COMPOSE_PROJECT_NAME: project } }),
    exec: async (service, ...rest) => execIn((await containersOf(service))[0] ?? '', ...rest),
    execIn,
    stop: (container) => docker('stop', '--time', String(longestStopSeconds), container),
    containersOf,
    inspect: (container, template) => docker('inspect', '--format', template, container),
  }
}
