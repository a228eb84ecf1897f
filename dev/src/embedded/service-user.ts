import { readFile } from 'node:fs/promises'
import { SetupError } from './setup-error.ts'

/** The user that a server runs as when its launcher is root. */
export type ServiceUser = { name: string; uid: number; gid: number }

/** Users for PostgreSQL when the launcher is root, by preference; the last one is created when none exists. */
const candidateNames = ['postgres', 'hexawatt'] as const

/**
 * The user for PostgreSQL, which refuses to run as root; undefined when this process already runs as an ordinary user.
 *
 * @param say receives a sentence when a system user was created
 * @throws SetupError when no such user exists and none can be created, or when this process runs as a number without a name
 */
export async function findDatabaseUser(say: (sentence: string) => void): Promise<ServiceUser | undefined> {
  if (process.getuid?.() !== 0) {
    assertNamed()
    return undefined
  }
  const known = await findUser()
  if (known !== undefined) return known
  const name = candidateNames[1]
  const useradd = Bun.which('useradd')
  const isCreated =
    useradd !== null &&
    Bun.spawnSync([useradd, '--system', '--user-group', '--no-create-home', '--shell=/bin/false', name]).success
  const user = isCreated ? await findUser() : undefined
  if (user === undefined) {
    throw new SetupError(
      `PostgreSQL refuses to run as root and the system user ${name} could not be created: ` +
        'run this as an ordinary user, or set DATABASE_URL to an existing server.',
    )
  }
  say(`Created the system user ${name}, because PostgreSQL refuses to run as root.`)
  return user
}

/** initdb refuses a number that no user has, such as one that a container was started with. */
function assertNamed(): void {
  if (Bun.spawnSync(['id', '-un'], { stderr: 'ignore' }).exitCode !== 1) return
  throw new SetupError(
    `PostgreSQL runs only as a user that the system knows, and number ${process.getuid?.()} is none: choose another user (the image for a home runs as number 1000: leave \`--user\` and \`user:\` out, and give it the volume), or set DATABASE_URL to an existing server.`,
  )
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

/** Whether `user` (undefined: this process) can enter this folder and every folder above it. */
export function canEnter(folder: string, user: ServiceUser | undefined): boolean {
  // `test` runs as that user, so modes, groups and access lists all count.
  const probe = ['/bin/sh', '-c', 'test -d "$1" && test -x "$1"', 'sh', folder]
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid }
  return Bun.spawnSync(probe, { cwd: '/', ...identity }).success
}
