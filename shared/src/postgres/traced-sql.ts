import type { Sql as DriverSql, TransactionSql as DriverTransactionSql } from 'postgres'
import { type Tracing, withSpan } from '../telemetry/tracing.ts'

type Types = { instant: Temporal.Instant }
type Sql = DriverSql<Types>
type TransactionSql = DriverTransactionSql<Types>

/** Longest text of a statement that a span shows, characters. */
const maxTextChars = 600

/** The first table that a statement names: enough to tell one statement from another in a list. */
const tablePattern = /\b(?:from|into|update)\s+([a-z_]+)/i

/**
 * The client with a span for every statement of a request or job. The text of a statement stands in its span, with `$` for each of its
 * values, which are never shown. Statements that nobody's request or job asked for are not traced.
 */
export function tracedSql(sql: Sql, tracing: Tracing): Sql {
  return new Proxy(sql, {
    apply: (target, self, args) => tracedStatement(Reflect.apply(target, self, args), args[0], tracing),
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return name === 'begin' && tracing.isInside() ? tracedBegin(target, tracing) : value
    },
  })
}

type TransactionWork = (tx: TransactionSql) => unknown

/** A transaction is a span of its own, from its first statement to its end, around those of its statements. */
function tracedBegin(sql: Sql, tracing: Tracing) {
  const facts = { name: 'TRANSACTION', kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const
  return (...[first, second]: [TransactionWork] | [string, TransactionWork]): Promise<unknown> => {
    const [options, work] = typeof first === 'string' ? [first, second] : ['', first]
    return withSpan(tracing, facts, () => sql.begin(options, (tx) => work?.(tracedTransaction(tx, tracing))))
  }
}

function tracedTransaction(tx: TransactionSql, tracing: Tracing): TransactionSql {
  return new Proxy(tx, {
    apply: (target, self, args) => tracedStatement(Reflect.apply(target, self, args), args[0], tracing),
  })
}

/**
 * A statement begins when somebody waits for it: until then it may as well be a piece of another one. The driver relies on the same
 * (its statements are promises that `then` sends).
 */
function tracedStatement(made: unknown, text: unknown, tracing: Tracing): unknown {
  if (!(made instanceof Promise) || !isTemplate(text) || !tracing.isInside()) return made
  const send: (...handlers: Parameters<Promise<unknown>['then']>) => unknown = made.then.bind(made)
  let isSent = false
  Object.defineProperty(made, 'then', {
    value(...handlers: Parameters<Promise<unknown>['then']>): unknown {
      if (!isSent) {
        isSent = true
        const span = tracing.begin(statementFacts(text))
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

function statementFacts(template: TemplateStringsArray) {
  const text = template.join('$').replace(/\s+/g, ' ').trim().slice(0, maxTextChars)
  const operation = text.split(' ', 1)[0]?.toUpperCase() ?? ''
  const table = tablePattern.exec(text)?.[1]
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text },
  } as const
}
