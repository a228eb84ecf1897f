import { chown, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresBinaries } from './postgres-package.ts'
import type { ServiceUser } from './processes.ts'
import { readOrCreateSecret } from './secret-file.ts'
import { canEnter } from './service-user.ts'
import { SetupError } from './setup-error.ts'

/** Owner of the embedded server's data, as PostgreSQL knows it. */
export const databaseOwner = 'hexawatt'

/** A database cluster on disk, and the password of its owner. */
export type PostgresCluster = { clusterDir: string; password: string }

export type ClusterOptions = { dataDir: string; binaries: PostgresBinaries; user: ServiceUser | undefined }

/**
 * The cluster of this data folder, made on first use. It is made beside and renamed at the end, so that an interrupted
 * first start leaves nothing that looks like a database.
 *
 * @throws SetupError when the server's user cannot reach the folder, or when the cluster cannot be made
 */
export async function ensureCluster({ dataDir, binaries, user }: ClusterOptions): Promise<PostgresCluster> {
  const clusterDir = join(dataDir, 'postgres')
  const passwordFile = join(dataDir, 'postgres-password')
  assertReachable(dataDir, user)
  const password = await readOrCreateSecret(passwordFile)
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid)
  const isThere = await stat(join(clusterDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  if (!isThere) await makeCluster({ binaries, user, clusterDir, passwordFile })
  return { clusterDir, password }
}

function assertReachable(dataDir: string, user: ServiceUser | undefined): void {
  if (user === undefined || canEnter(dataDir, user)) return
  throw new SetupError(
    `The user ${user.name}, whom PostgreSQL must run as, cannot enter ${dataDir}: ` +
      'choose a --data-dir outside of private folders (for example /var/lib/hexawatt), or set DATABASE_URL.',
  )
}

type MakeOptions = {
  binaries: PostgresBinaries
  user: ServiceUser | undefined
  clusterDir: string
  passwordFile: string
}

async function makeCluster({ binaries, user, clusterDir, passwordFile }: MakeOptions): Promise<void> {
  const draftDir = `${clusterDir}.new`
  await rm(draftDir, { recursive: true, force: true })
  await mkdir(draftDir, { mode: 0o700 })
  if (user !== undefined) await chown(draftDir, user.uid, user.gid)
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid }
  const initdb = Bun.spawn(
    [
      join(binaries.nativeDir, 'bin/initdb'),
      `--pgdata=${draftDir}`,
      `--username=${databaseOwner}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--locale=C.UTF-8',
      '--encoding=UTF8',
      '--no-instructions',
    ],
    { cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC' }, stdout: 'ignore', stderr: 'pipe', ...identity },
  )
  const complaint = await new Response(initdb.stderr).text()
  if ((await initdb.exited) !== 0) throw new SetupError(`The database could not be made: ${lastLine(complaint)}`)
  await rename(draftDir, clusterDir)
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? 'initdb gave no reason'
}
