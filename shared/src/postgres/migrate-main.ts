import * as v from 'valibot'
import { parseEnv } from '../config/parse-env.ts'
import { createSql } from './client.ts'
import { migrate } from './migrate.ts'

const env = parseEnv(v.object({ DATABASE_URL: v.pipe(v.string(), v.minLength(1)) }), Bun.env)
const sql = createSql(env.DATABASE_URL, 'migrate', 1)
try {
  const applied = await migrate(sql)
  console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`)
} finally {
  await sql.end({ timeout: 5 })
}
