import * as v from 'valibot'
import { command } from '../command-line/command-line.ts'
import { runCommandLine } from '../command-line/run-command-line.ts'
import { parseEnv } from '../config/parse-env.ts'
import { createSql } from './client.ts'
import { migrate } from './migrate.ts'

const line = {
  name: 'migrate',
  notes: "DATABASE_URL: the product's Postgres (taken from a running bun run up when it is not set).",
  command: command({
    summary: 'Brings the schema of the database to this version.',
    examples: [''],
    inputs: {},
    read: () => ({}),
  }),
}

process.exitCode = await runCommandLine(line, process.argv.slice(2), async () => {
  const env = parseEnv(v.object({ DATABASE_URL: v.pipe(v.string(), v.minLength(1)) }), Bun.env)
  const sql = createSql(env.DATABASE_URL, 'migrate', 1)
  try {
    const applied = await migrate(sql)
    return applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`
  } finally {
    await sql.end({ timeout: 5 })
  }
})
