import { mkdir, readdir, symlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** What a machine with Node and nothing else types in place of `bun run`, as the README says. */
export const npxRun = 'npx -y bun@1.4.5 run'

/** A line of a document as it is typed there. */
export const onNodeAlone = (line: string): string => line.replace(/\bbun run\b/g, npxRun)

/** Programs of Bun, which a machine with only Node lacks. */
const bunNames: ReadonlySet<string> = new Set(['bun', 'bunx', 'bun.exe'])

/**
 * The PATH of this process without Bun: a folder that holds it is replaced by links, below `folder`, to everything else in it.
 */
export async function pathWithoutBun(folder: string): Promise<string> {
  const places = (Bun.env['PATH'] ?? '').split(delimiter).filter((place) => place !== '')
  const shown = await Promise.all(
    places.map(async (place, index) => {
      const names = await readdir(place).catch((): string[] => [])
      if (!names.some((name) => bunNames.has(name))) return place
      const links = join(folder, `path-${index}`)
      await mkdir(links, { recursive: true })
      const others = names.filter((name) => !bunNames.has(name))
      await Promise.all(others.map((name) => symlink(join(place, name), join(links, name))))
      return links
    }),
  )
  return shown.join(delimiter)
}

/**
 * Settings of npx besides PATH and HOME: it uses its cache without asking the registry. It takes a minute per command where the registry cannot be
 * reached, or where a variable that the command does not get names the registry's certificate.
 */
export const npxSettings = { npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' }

/** Whether the commands for a machine with only Node cannot be tested, because this machine has no npx; prints that. */
export function isNpxMissing(leftOut: string): boolean {
  if (Bun.which('npx') !== null && Bun.which('npm') !== null) return false
  console.warn(`SKIPPED: ${leftOut}: npx is not on this machine`)
  return true
}
