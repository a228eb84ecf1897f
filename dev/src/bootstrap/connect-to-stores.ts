// Runs before the installation: no import from a package, directly or indirectly.
import { chooseTarget, type RunningInstallation } from './running-installations.ts'

/** Whether the words of a command line only ask about the command: for its help, or for the completion of a shell. */
export function isQuestion(words: readonly string[]): boolean {
  // `svc-ingest` has the name of the command first.
  return words.includes('--help') || words.includes('-h') || words.slice(0, 2).includes('complete')
}

/**
 * Puts the stores and upstreams that a command acts on into its environment, and says which: on standard error, since its output may be read by programs.
 * Ends this process, with the reason, where more than one could be meant.
 */
export function connectToStores(running: readonly RunningInstallation[], script: string, env: NodeJS.ProcessEnv): void {
  const target = chooseTarget(running, env, script)
  if ('refusal' in target) {
    console.error(target.refusal)
    process.exit(1)
  }
  Object.assign(env, target.settings)
  if (target.sentence !== null) console.error(target.sentence)
}
