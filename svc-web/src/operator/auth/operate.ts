import { AppError } from '@hexawatt/shared/errors/app-error'
import { readRequestFacts } from '@hexawatt/shared/http/request-facts'
import { isPostgresUnavailable } from '@hexawatt/shared/postgres/postgres-unavailable'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Actor } from '../../accounts/audit-log-store.ts'
import { KeyRefusedError, type RefusalReason } from '../../accounts/refusals.ts'
import type { OperatorAuth, TokenSlot } from './operator-auth.ts'

/** Ids that an action concerned, for the audit: never a name, a key or a token. */
export type Concerned = { keyId?: string; replacedKeyId?: string; accountId?: string; plan?: string; month?: string }

export type OperatorResponse = { body: object; status?: 200 | 201; concerned?: Concerned }

/** Input of an action. `id`: the id in the path; empty where there is none. `actor`: recorded in the audit log. */
export type OperatorAction = (request: Request, id: string, actor: Actor) => Promise<OperatorResponse>

/** The part of the framework's context that an action needs. */
export type RouteContext = {
  request: Request
  /** Absent for a path without parameters. */
  params?: Record<string, string>
  server: { requestIP(request: Request): { address: string } | null } | null
}

export type OperateDeps = { authenticate: OperatorAuth; logger: Logger }

/** Responses may contain a whole key: no cache may store them. */
const responseHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** `Retry-After` when Postgres is down, s. */
const retryAfterSeconds = 5

const codeByReason = {
  not_found: 'not_found',
  invalid: 'invalid_body',
  conflict: 'conflict',
} as const satisfies Record<RefusalReason, string>

/** Writes the one log line of every operator action, whether it succeeded or was refused. */
export function createAuditLine(logger: Logger) {
  return function audit(request: Request, operator: TokenSlot, action: string, outcome: object): void {
    const { requestId } = readRequestFacts(request)
    logger.info({ audit: true, operator, action, ...outcome, requestId }, 'operator action')
  }
}
export type AuditLine = ReturnType<typeof createAuditLine>

/** Makes routes of actions: checks the token, writes one line of audit for every outcome, answers JSON. */
export function createOperate({ authenticate, logger }: OperateDeps) {
  const audit = createAuditLine(logger)

  return function operate(name: string, action: OperatorAction) {
    return async function answerOperator({ request, params, server }: RouteContext): Promise<Response> {
      const operator = authenticate(request.headers, server?.requestIP(request)?.address ?? 'unknown')
      try {
        const { body, status = 200, concerned } = await action(request, params?.['id'] ?? '', toActor(operator))
        audit(request, operator, name, { outcome: 'done', ...concerned })
        return Response.json(body, { status, headers: responseHeaders })
      } catch (error) {
        const refusal = toAppErrorOfAction(error)
        audit(request, operator, name, { outcome: refusal instanceof AppError ? refusal.code : 'failed' })
        throw refusal
      }
    }
  }
}

/** The actor that the audit log records. */
export const toActor = (slot: TokenSlot): Actor => ({ kind: 'operator', id: `listener:${slot}` })

/** An action's error, as a refusal where it is one. */
export function toAppErrorOfAction(error: unknown): unknown {
  if (error instanceof KeyRefusedError) return new AppError(codeByReason[error.reason], { detail: error.message })
  if (!isPostgresUnavailable(error)) return error
  return new AppError('service_unavailable', { detail: 'Postgres does not answer.', retryAfterSeconds, cause: error })
}
