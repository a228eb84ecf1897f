import { expect } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { problemOf } from '../../testing/problem-of.ts'
import { createOperatorApp } from '../operator-app.ts'

export const token = 'operator-token-of-the-tests-0123456789'
export const previousToken = 'the-operator-token-of-before-0123456789'

/** The header that presents a token. */
export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** An operator's listener on a free port over a database of its own; its clock stands still until the test moves it. */
export async function startTestOperator() {
  const database = await createTestDatabase()
  const sql = createSql(database.url, 'operator test', 5)
  const { logger, lines } = recordingLogger()
  const told: string[] = []
  let nowMs = 0
  const app = createOperatorApp({
    logger,
    publicBaseUrl: 'http://localhost:8080',
    tokens: { current: token, previous: previousToken },
    monotonicMs: () => nowMs,
    accounts: {
      sql,
      planTable: defaultPlanTable,
      async publishKeyChange(sha256s) {
        told.push(...sha256s)
        return true
      },
    },
    usageOf: async (month) => [{ accountId: 'acc_1', month, requests: 3 }],
  }).listen({ port: 0, hostname: '127.0.0.1' })

  function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = bearer(token)) {
    const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    return fetch(`http://127.0.0.1:${app.server?.port}${path}`, { method, headers, ...text })
  }

  return {
    ask,
    sql,
    told,
    lines,
    /** Lines of the audit. */
    audits: () => lines.filter(({ audit }) => audit === true),
    pass(ms: number): void {
      nowMs += ms
    },
    async stop(): Promise<void> {
      await app.stop()
      await sql.end({ timeout: 5 })
      await database.drop()
    },
  }
}

/** The body of a response that must have this status and must not be cached. */
export async function done(status: number, asked: Promise<Response>) {
  const response = await asked
  const body = JSON.parse(await response.text())
  expect({ status: response.status, body }).toMatchObject({ status })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return body
}

/** Status, code and detail of a refusal. */
export async function refused(asked: Promise<Response>): Promise<string> {
  const response = await asked
  const { code, detail } = await problemOf(response)
  return `${response.status} ${code}: ${detail}`
}

/** A logger whose lines the test reads, before anything is redacted. */
function recordingLogger() {
  const lines: Record<string, unknown>[] = []
  const note = (fields: object): void => {
    lines.push({ ...fields })
  }
  return { lines, logger: Object.assign(createLogger('test', 'info'), { info: note, warn: note, error: note }) }
}
