/** Commands that a user of this installation types: in the project, or on the host of a container. */
export type UserCommands = {
  /** An operator's command with its arguments, such as `keys list`. */
  operator(words: string): string
  /** Prints a file. */
  show(path: string): string
  /** The way to stop everything. */
  stop: string
}

/** @param container name of the container; null outside of one */
export function userCommands(container: string | null): UserCommands {
  if (container === null) {
    return { operator: (words) => `bun run ${words}`, show: (path) => `cat ${path}`, stop: 'Ctrl-C' }
  }
  const inside = `docker exec ${container}`
  return {
    operator: (words) => `${inside} hexawatt ${words}`,
    show: (path) => `${inside} cat ${path}`,
    stop: `\`docker stop ${container}\``,
  }
}
