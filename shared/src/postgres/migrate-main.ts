import * as v from 'valibot'
import { command } from '../command-line/command-line.ts'
import { runCommandLine } from '../command-line/run-command-line.ts'
import { parseEnv } from '../config/parse-env.ts'
import { createSql } from './client.ts'
import { prepareDatabase } from './migrate.ts'
import { rolePasswordSettings, toRolePasswords } from './roles/program-roles.ts'

const line = {
  name: 'migrate',
  notes: `DATABASE_URL: the product's Postgres, as the owner of its schema (taken from a running bun run up when it is not set).
${Object.keys(rolePasswordSettings).join(', ')}:
  the password of each program's role; a role without one keeps the password that it has (docs/operate/postgres.md).`,
  command: command({
    summary: 'Migrates the database schema to this version, and grants the program roles their rights.',
    examples: [''],
    inputs: {},
    read: () => ({}),
  }),
}

process.exitCode = await runCommandLine(line, process.argv.slice(2), async () => {
  const env = parseEnv(v.object({ DATABASE_URL: v.pipe(v.string(), v.minLength(1)), ...rolePasswordSettings }), Bun.env)
  const sql = createSql(env.DATABASE_URL, 'migrate', 1)
  try {
    const { applied, remarks } = await prepareDatabase(sql, toRolePasswords(env))
    const schema = applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`
    return [schema, ...remarks].join('\n')
  } finally {
    await sql.end({ timeout: 5 })
  }
})
