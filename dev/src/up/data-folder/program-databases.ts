import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { findNewerMigration, prepareDatabase } from '@hexawatt/shared/postgres/migrate'
import {
  buildRoleDatabaseUrl,
  programRoles,
  type RolePasswords,
  type RoleProgram,
  rolePrograms,
} from '@hexawatt/shared/postgres/roles/program-roles'
import { queryProblem, readLoginRoles } from '../../embedded/database-store.ts'
import { readOrCreateSecret } from '../../embedded/secret-file.ts'
import { SetupError } from '../../embedded/setup-error.ts'

/** Address of the database for each program, as its own role. */
export type ProgramDatabases = Readonly<Record<RoleProgram, string>>

type DatabasesInput = {
  /** As the owner. */
  databaseUrl: string
  /** Whether `up` started the server, rather than the environment naming it. */
  isEmbedded: boolean
  mode: DataMode
  dataDir: string
  say: (sentence: string) => void
}

/**
 * Brings the schema up to date, gives each program its role and a password of this data folder, and stamps the kind of data. On a server that the environment
 * names, a role that can log in already belongs to another installation and keeps its password; a program whose role cannot be used gets the owner.
 *
 * @throws DataModeMismatchError when the database holds another kind of data; SetupError when a newer version has used the data folder
 */
export async function prepareProgramDatabases(input: DatabasesInput): Promise<ProgramDatabases> {
  const { databaseUrl, isEmbedded, mode, dataDir, say } = input
  const passwords = await rolePasswords(dataDir)
  const sql = createSql(databaseUrl, 'up', 1)
  try {
    const taken = isEmbedded ? [] : await readLoginRoles(sql)
    const free = rolePrograms.filter((program) => !taken.includes(programRoles[program].role))
    const { remarks } = await prepareDatabase(
      sql,
      Object.fromEntries(free.map((program) => [program, passwords[program]])),
    )
    for (const remark of remarks) say(remark)
    if (isEmbedded) await assertOfThisVersion(sql, dataDir)
    await ensureDataMode(sql, mode)
  } finally {
    await sql.end({ timeout: 5 })
  }
  const urls = rolePrograms.map(
    (program) => [program, buildRoleDatabaseUrl(databaseUrl, program, passwords[program])] as const,
  )
  const usable = isEmbedded ? urls : await Promise.all(urls.map((entry) => orOwner(entry, databaseUrl)))
  const withOwner = usable.filter(([, url]) => url === databaseUrl).map(([program]) => program)
  if (withOwner.length > 0) {
    say(
      `${withOwner.join(', ')} use the owner of the database in DATABASE_URL: their roles are missing or belong to another installation (docs/operate/postgres.md).`,
    )
  }
  // Every program of the type is one of the list.
  return Object.fromEntries(usable) as ProgramDatabases
}

async function assertOfThisVersion(sql: Sql, dataDir: string): Promise<void> {
  const newer = await findNewerMigration(sql)
  if (newer === null) return
  throw new SetupError(
    `The data in ${dataDir} were used by a newer version of Hexawatt (its schema has ${newer}): start that version or a newer one, or restore a backup of this version.`,
  )
}

async function rolePasswords(dataDir: string): Promise<Required<RolePasswords>> {
  const folder = join(dataDir, 'database-passwords')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const entries = rolePrograms.map(
    async (program) => [program, await readOrCreateSecret(join(folder, program))] as const,
  )
  // Every program of the type is one of the list.
  return Object.fromEntries(await Promise.all(entries)) as Required<RolePasswords>
}

async function orOwner(
  [program, url]: readonly [RoleProgram, string],
  ownerUrl: string,
): Promise<readonly [RoleProgram, string]> {
  return [program, (await queryProblem(url)) === null ? url : ownerUrl]
}
