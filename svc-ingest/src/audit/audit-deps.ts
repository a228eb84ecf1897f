import type { Sql } from '@hexawatt/shared/postgres/client'
import type { PayloadReader } from './payload-reader.ts'

/** What an audit stands on: the database, and what its payloads give. */
export type AuditDeps = { sql: Sql; payloads: PayloadReader }
