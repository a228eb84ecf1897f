import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type DebianProgram,
  type FoundProgram,
  findDebianProgram,
} from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { etcd, haproxy, patroni, pgbouncer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { canEnter, type ServiceUser } from '@hexawatt/dev/src/embedded/service-user.ts'

/** Debian's server, for what the embedded one does not bring: `pg_basebackup`, `pg_rewind`. They are beside `postgres`. */
const debianPostgres: DebianProgram = {
  name: 'postgresql-15',
  packages: ['postgresql-15', 'postgresql-client-15'],
  path: 'usr/lib/postgresql/15/bin/postgres',
  versionArguments: ['--version'],
}

/** Programs of a Postgres that fails over. */
export type PostgresPrograms = Record<'postgres' | 'patroni' | 'etcd' | 'pgbouncer' | 'haproxy', FoundProgram>

type Place = {
  /** Where packages are unpacked. */
  cacheDir: string
  /** Folder that `user` can enter: unpacked programs are copied there when the user cannot enter the cache. */
  folder: string
  user: ServiceUser | undefined
}

/** Finds the programs, such that `user` can run them. @returns a sentence with the reason when one cannot be had on this machine */
export async function findPostgresPrograms(place: Place): Promise<PostgresPrograms | string> {
  const found: Partial<PostgresPrograms> = {}
  // One after the other: they share the lists of packages.
  for (const [name, program] of Object.entries({ postgres: debianPostgres, patroni, etcd, pgbouncer, haproxy })) {
    const outcome = await findDebianProgram(place.cacheDir, program)
    if ('missing' in outcome) return outcome.missing
    found[name as keyof PostgresPrograms] = await withinReach(outcome, program, place)
  }
  return found as PostgresPrograms
}

async function withinReach(found: FoundProgram, program: DebianProgram, { cacheDir, folder, user }: Place) {
  if (canEnter(dirname(found.command), user)) return found
  const [source, copy] = [join(cacheDir, program.name), join(folder, 'programs', program.name)]
  await cp(source, copy, { recursive: true, verbatimSymlinks: true })
  const env = Object.entries(found.env).map(([name, value]) => [name, value.replaceAll(source, copy)])
  return { command: found.command.replace(source, copy), env: Object.fromEntries(env) }
}
