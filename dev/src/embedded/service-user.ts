import { readFile } from 'node:fs/promises'
import type { ServiceUser } from './processes.ts'
import { SetupError } from './setup-error.ts'

/** Users that PostgreSQL may run as when the launcher is root, best first; the last one is made when none is there. */
const candidateNames = ['postgres', 'hexawatt'] as const

/**
 * The user PostgreSQL must run as: it refuses to run as root. Undefined for an ordinary user, who needs no other.
 *
 * @param say told when a system user had to be made
 * @throws SetupError when root has no such user and cannot make one
 */
export async function databaseUser(say: (sentence: string) => void): Promise<ServiceUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = await findUser()
  if (known !== undefined) return known
  const name = candidateNames[1]
  const useradd = Bun.which('useradd')
  const made =
    useradd !== null &&
    Bun.spawnSync([useradd, '--system', '--user-group', '--no-create-home', '--shell=/bin/false', name]).success
  const user = made ? await findUser() : undefined
  if (user === undefined) {
    throw new SetupError(
      `PostgreSQL refuses to run as root and the system user ${name} could not be made: ` +
        'run this as an ordinary user, or set DATABASE_URL to an existing server.',
    )
  }
  say(`Made the system user ${name}, because PostgreSQL refuses to run as root.`)
  return user
}

async function findUser(): Promise<ServiceUser | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  for (const name of candidateNames) {
    const entry = lines.find(([entryName]) => entryName === name)
    const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])]
    if (Number.isInteger(uid) && uid > 0 && Number.isInteger(gid)) return { name, uid, gid }
  }
  return undefined
}

/** Whether `user` (undefined: this process) can enter this folder, through every folder above it. */
export function canEnter(folder: string, user: ServiceUser | undefined): boolean {
  // The shell's own `test`, asked as that user: modes, groups and access lists all count.
  const probe = ['/bin/sh', '-c', 'test -d "$1" && test -x "$1"', 'sh', folder]
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid }
  return Bun.spawnSync(probe, { cwd: '/', ...identity }).success
}
