import { buildShortestRequest } from '@hexawatt/shared/contract/entry/operation'
import { type Operation, type OperationId, operations } from '@hexawatt/shared/contract/operations'
import { getGridStatus } from '@hexawatt/shared/contract/operations/get-grid-status'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import * as v from 'valibot'

/** An operation that does not answer yet, and why. */
export type Refusal = { path: string; why: string }

/** Operations that never answer in a mode, because no publisher offers their data. */
const neverAnswered: Partial<Record<DataMode, readonly OperationId[]>> = { open: [getGridStatus.id] }

/** Operations of the contract that must answer before a start counts as ready. Operations that the gateway composes from others for callers with a key are left out. */
export function listAskedOperations(mode: DataMode): readonly Operation[] {
  return operations.filter(
    ({ id, owner, needsKey }) => (owner !== 'gateway' || !needsKey) && neverAnswered[mode]?.includes(id) !== true,
  )
}

type Ask = {
  mode: DataMode
  /** Address of each program that answers. */
  urls: Readonly<Record<Operation['owner'], string>>
  /** Headers that a service requires of its caller. */
  serviceHeaders: Readonly<Record<string, string>>
}

/** Time-out of one request, ms. */
const requestTimeoutMs = 2_000

/** Shortest pause between two requests for one operation, ms. Requests to the gateway count against the rate limit of this machine's address. */
const pauseMs = { gateway: 1_000, service: 200 }

const ProblemDetail = v.object({ detail: v.string() })

/** A function that asks the operations that did not answer before, and returns those that still refuse. Never throws. */
export function createOperationCheck({ mode, urls, serviceHeaders }: Ask): () => Promise<readonly Refusal[]> {
  let open: { operation: Operation; askedAtMs: number; why: string }[] = listAskedOperations(mode).map((operation) => ({
    operation,
    askedAtMs: Number.NEGATIVE_INFINITY,
    why: 'not asked yet',
  }))

  async function refusalOf(operation: Operation): Promise<string | null> {
    const { owner } = operation
    try {
      const answer = await fetch(`${urls[owner]}${buildShortestRequest(operation)}`, {
        headers: owner === 'gateway' ? {} : serviceHeaders,
        redirect: 'manual',
        signal: AbortSignal.timeout(requestTimeoutMs),
      })
      const text = await answer.text()
      return answer.ok ? null : detailOf(text, answer.status)
    } catch {
      return `${owner} does not answer.`
    }
  }

  return async () => {
    const asked = open.map(async (one) => {
      const nowMs = performance.now()
      const isTooSoon = nowMs - one.askedAtMs < pauseMs[one.operation.owner === 'gateway' ? 'gateway' : 'service']
      if (isTooSoon) return one
      const why = await refusalOf(one.operation)
      return why === null ? null : { ...one, askedAtMs: nowMs, why }
    })
    open = (await Promise.all(asked)).filter((one) => one !== null)
    return open.map(({ operation: { path }, why }) => ({ path, why }))
  }
}

function detailOf(text: string, status: number): string {
  const problem = v.safeParse(v.pipe(v.string(), v.parseJson(), ProblemDetail), text)
  return problem.success ? problem.output.detail : `It answers ${status}.`
}
