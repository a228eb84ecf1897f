import type { Operation } from '@hexawatt/shared/contract/operations'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { ClientSubjects } from '../auth/client-subjects.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type Authenticate, apiKeyHeader } from './authenticate.ts'
import { type Caller, demoCaller, publicCaller } from './caller.ts'
import type { CountRequest } from './count-request.ts'

export type AdmitDeps = {
  authenticate: Authenticate
  countRequest: CountRequest
  subjects: ClientSubjects
  planTable: PlanTable
  /** The public demo key; null when there is none. */
  demoKey: string | null
}

/** Makes the step that finds out who asks, and counts the request. */
export function createAdmit({ authenticate, countRequest, subjects, planTable, demoKey }: AdmitDeps) {
  const demo = demoCaller(planTable)

  async function admitKey(context: RequestContext): Promise<Caller> {
    const found = authenticate(context.request.headers)
    const record = found instanceof Promise ? await found : found
    await countRequest(context, record.subject)
    return record
  }

  /** @throws AppError of the limits, or as `authenticate` does */
  return async function admit(context: RequestContext, operation: Operation): Promise<Caller> {
    if (!operation.needsKey) {
      const count = () => countRequest(context, subjects.anonymous(context))
      // HEAD is not limited as long as the gateway answers it alone.
      if (context.request.method === 'HEAD') context.countBeforeService = count
      else await count()
      return publicCaller
    }
    if (demoKey !== null && context.request.headers.get(apiKeyHeader) === demoKey) {
      await countRequest(context, subjects.demo(context))
      return demo
    }
    try {
      return await admitKey(context)
    } catch (error) {
      // Whoever tries keys is slowed down by its address.
      if (error instanceof AppError && error.status === 401) await countRequest(context, subjects.anonymous(context))
      throw error
    }
  }
}
export type Admit = ReturnType<typeof createAdmit>
