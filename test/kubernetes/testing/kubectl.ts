import type { CommandResult } from '@hexawatt/dev/src/commands/run-command.ts'
import { runToEnd } from '../../programs/testing/run-command.ts'
import type { ControlPlane, User } from './control-plane.ts'

/** Runs commands of the documents in a shell, as a user of the cluster. */
export type Shell = {
  /** The command's output. @throws with its output when it fails */
  run(command: string): Promise<string>
  /** The same, whatever the exit code. */
  runToEnd(command: string): Promise<CommandResult>
  /** Objects that kubectl prints as JSON: a list, or one. */
  get<Item>(query: string): Promise<Item>
}

/**
 * A shell in which `kubectl` talks to the control plane.
 *
 * @param commands the folder with the command kubectl
 * @param folder where the commands run
 */
export function shellOf(commands: string, plane: ControlPlane, user: User, folder: string): Shell {
  const env = { PATH: `${commands}:/usr/bin:/bin`, HOME: folder, KUBECONFIG: plane.configFor(user) }
  const runCommand = (command: string) => runToEnd(['sh', '-euc', command], { folder, env })
  async function run(command: string): Promise<string> {
    const { stdout, stderr, exitCode } = await runCommand(command)
    if (exitCode === 0) return stdout
    throw new Error(`${command}\nended with ${exitCode} for ${user}:\n${stdout}${stderr}`)
  }
  return {
    run,
    runToEnd: runCommand,
    get: async (query) => JSON.parse(await run(`kubectl get ${query} --output=json`)),
  }
}
