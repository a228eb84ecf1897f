import postgres from 'postgres'
import { readDatabaseAddress } from '../config/database-url.ts'
import { runInSpan, type Tracing } from '../telemetry/tracing.ts'

/** Types that differ from the driver's defaults: instants are Temporal, never Date. */
const types = {
  instant: {
    to: 1184,
    from: [1184],
    serialize: (value: Temporal.Instant) => value.toString(),
    parse: (text: string) => Temporal.Instant.from(text),
  },
}

export type Sql = postgres.Sql<{ instant: Temporal.Instant }>
/** Executor of statements: the pool, or one transaction. */
export type Statements = postgres.ISql<{ instant: Temporal.Instant }>
export type TransactionSql = postgres.TransactionSql<{ instant: Temporal.Instant }>
/** A part of a statement: the result of `sql` that is not awaited. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/** Server-side time-out of a statement, ms. Through PgBouncer the role must set it (docs/operate/postgres.md). */
const statementTimeoutMs = 30_000

/**
 * No session keeps a prepared statement through PgBouncer, and a connection sends one statement at a time: PgBouncer 1.18 gives the server to another
 * client after the answer to the first of two statements, and that client would receive the rows of the second.
 */
const pooledOptions = { prepare: false, max_pipeline: 0 }

/** Longest pause between two reconnection attempts, s: the driver's default of 20 s is longer than a restart of the server. */
const maxReconnectSeconds = 2

function computeReconnectPauseSeconds(attempt: number): number {
  return Math.min(0.1 * 2 ** attempt, maxReconnectSeconds)
}

/**
 * Creates a connection pool. Columns come as camelCase. Connecting and statements have timeouts, and a call whose connection drops is rejected. The
 * driver is patched for that (`patches/`): as published, a connection that drops inside a transaction blocks its slot of the pool, and
 * the rest of the transaction can be sent to another one.
 *
 * @param databaseUrl with `?pooler=pgbouncer` where PgBouncer in transaction mode stands there, with `?connections=3` where a pool may have no more connections
 * @param program shown to the database administrator as `application_name`
 * @param tracing null = statements are not traced
 * @throws UsageError when the address is not usable
 */
export function createSql(
  databaseUrl: string,
  program: string,
  maxConnections = 5,
  tracing: Tracing | null = null,
): Sql {
  const { url, options } = createPoolOptions(databaseUrl, program, maxConnections)
  const sql = postgres(url, { ...options, transform: postgres.camel, types })
  return tracing === null ? sql : traceSql(sql, tracing)
}

/**
 * Creates a connection pool for a library with its own names and types: column names are unchanged, instants are Dates. Everything else is as in {@link
 * createSql}.
 *
 * @throws UsageError when the address is not usable
 */
export function createPlainSql(databaseUrl: string, program: string, maxConnections: number): postgres.Sql {
  const { url, options } = createPoolOptions(databaseUrl, program, maxConnections)
  return postgres(url, options)
}

function createPoolOptions(databaseUrl: string, program: string, maxConnections: number) {
  const { url, isPooled, maxConnections: addressBound } = readDatabaseAddress(databaseUrl)
  const options = {
    max: Math.min(maxConnections, addressBound ?? maxConnections),
    connect_timeout: 5,
    idle_timeout: 30,
    max_lifetime: 30 * 60,
    backoff: computeReconnectPauseSeconds,
    onnotice: () => undefined,
    ...(isPooled ? pooledOptions : {}),
    connection: {
      application_name: `hexawatt ${program}`,
      TimeZone: 'UTC',
      ...(isPooled ? {} : { statement_timeout: statementTimeoutMs }),
    },
  }
  return { url, options }
}

/** An instant as a bound parameter: an ISO text is unambiguous inside arrays too. */
export function toTimestamps(instants: readonly (Temporal.Instant | null)[]): (string | null)[] {
  return instants.map((instant) => instant?.toString() ?? null)
}

/** Resolves when the database answers: for readiness. */
export async function pingPostgres(sql: Sql): Promise<void> {
  await sql`select 1`
}

/** Maximum length of a statement in a span, characters. */
const maxTextChars = 600

/** The first table of a statement, for the name of its span. */
const tablePattern = /\b(?:from|into|update)\s+([a-z_]+)/i

/**
 * Wraps the client so that every statement of a request or job has a span. The span holds the text of the statement with `$` for each value.
 * Statements outside of requests and jobs are not traced.
 */
function traceSql(sql: Sql, tracing: Tracing): Sql {
  return new Proxy(sql, {
    apply: (target, self, args) => traceStatement(Reflect.apply(target, self, args), args[0], tracing),
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return name === 'begin' && tracing.isInside() ? traceBegin(target, tracing) : value
    },
  })
}

type TransactionWork = (tx: TransactionSql) => unknown

/** A transaction has a span around the spans of its statements. */
function traceBegin(sql: Sql, tracing: Tracing) {
  const facts = { name: 'TRANSACTION', kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const
  return (...[first, second]: [TransactionWork] | [string, TransactionWork]): Promise<unknown> => {
    const [options, work] = typeof first === 'string' ? [first, second] : ['', first]
    return runInSpan(tracing, facts, () => sql.begin(options, (tx) => work?.(traceTransaction(tx, tracing))))
  }
}

function traceTransaction(tx: TransactionSql, tracing: Tracing): TransactionSql {
  return new Proxy(tx, {
    apply: (target, self, args) => traceStatement(Reflect.apply(target, self, args), args[0], tracing),
  })
}

/**
 * The driver sends a statement when its `then` is called (until then it may become a fragment of another one): the span begins there.
 */
function traceStatement(made: unknown, text: unknown, tracing: Tracing): unknown {
  if (!(made instanceof Promise) || !isTemplate(text) || !tracing.isInside()) return made
  const send: (...handlers: Parameters<Promise<unknown>['then']>) => unknown = made.then.bind(made)
  let isSent = false
  Object.defineProperty(made, 'then', {
    value(...handlers: Parameters<Promise<unknown>['then']>): unknown {
      if (!isSent) {
        isSent = true
        const span = tracing.begin(describeStatement(text))
        send(() => span.end(), span.end)
      }
      return send(...handlers)
    },
  })
  return made
}

function isTemplate(text: unknown): text is TemplateStringsArray {
  return Array.isArray(text) && 'raw' in text
}

function describeStatement(template: TemplateStringsArray) {
  const text = template.join('$').replace(/\s+/g, ' ').trim().slice(0, maxTextChars)
  const operation = text.split(' ', 1)[0]?.toUpperCase() ?? ''
  const table = tablePattern.exec(text)?.[1]
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text },
  } as const
}
