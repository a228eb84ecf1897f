import { pinnedPrograms } from '../../pinned-programs.ts'
import { environment } from '../../testing/environment.ts'
import { runToEnd } from '../../testing/run-command.ts'
import { findPython } from '../../testing/runtimes.ts'

/** Where the Python of Home Assistant comes from: a command of this machine, or `debian`: a newer Debian in a folder of its own. */
export type FoundPython = { python: string; missing: string | null }

/** The oldest Python that the pinned release runs on. */
const oldest = [3, 14, 2] as const

/** System programs are not on the PATH of every user. */
export const searchPath = `${environment.path}:/usr/sbin:/sbin`

/**
 * Finds Python 3.14.2 or newer. Debian and Ubuntu of 2026 do not have it; there, root gets the next Debian as a folder, which changes nothing of the system. The
 * last releases for older Pythons (2026.2.3 for 3.13, 2024.3.3 for 3.11) are older than the integration allows (`hacs.json`).
 */
export async function findHomePython(): Promise<FoundPython> {
  const python = await findPython({ from: '3.14' })
  if ('command' in python && isNewEnough(python.version)) return { python: python.command, missing: null }
  return { python: 'debian', missing: await findMissingForDebian() }
}

function isNewEnough(version: string): boolean {
  const [, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  return minor > oldest[1] || (minor === oldest[1] && patch >= oldest[2])
}

async function findMissingForDebian(): Promise<string | null> {
  const need = `Home Assistant ${pinnedPrograms.homeAssistant.version} needs Python ${oldest.join('.')}`
  if (process.getuid?.() !== 0) return `${need}; only root can make a folder with the next Debian`
  const isDebian = (await runToEnd(['dpkg', '--print-architecture'], { folder: '/' })).exitCode === 0
  return isDebian ? null : `${need}; this system is no Debian`
}
