import type { Clock } from '@hexawatt/shared/time/clock'
import type { UpstreamSource } from '../documents/upstream-source.ts'
import type { Fault, FaultKind, RequestSubject } from '../faults/fault.ts'
import type { FaultSwitch } from '../faults/fault-switch.ts'
import type { Answer } from '../subjects/answer.ts'
import type { Publisher } from '../subjects/publishers.ts'
import type { CallLimits } from './call-limits.ts'
import type { OpenCalls } from './calls.ts'
import type { Continuations } from './continuations.ts'
import type { Body, Origin } from './send.ts'
import type { TokenStore } from './tokens.ts'

/** Clock, values, faults and memory that the datasets of one server share. */
export type ServerDeps = {
  clock: Clock
  source: UpstreamSource
  faults: FaultSwitch
  tokens: TokenStore
  continuations: Continuations
  calls: OpenCalls
  limits: CallLimits
  /** False: no minimum interval between two calls of the grid signal. */
  enforceQuota: boolean
}

/** A call of a dataset's path. `params` are the parts of the path that vary. */
export type Call = {
  url: URL
  query: URLSearchParams
  params: Readonly<Record<string, string>>
  now: Temporal.Instant
  faults: readonly Fault[]
  deps: ServerDeps
}

/** A call whose content is loaded. */
export type AnsweredCall = Call & { origin: Origin }

/**
 * A dataset of a publisher: one row of a table of `datasets/`. `answerCall` (answer-call.ts) takes every call through the same steps.
 *
 * To add a feed of the operator, add one row to the table of `datasets/rte.ts` (path, error prefix, longest period, layout of the blocks). If no other
 * dataset has its values, add one entry to `generator/slot-subjects.ts` (slot length, time of publication, formula). To add an open dataset, add one row
 * to the table of its publisher in `datasets/`. Everything else follows from the row: route, credentials, faults, origin headers, count of calls.
 */
export type Dataset<Asked, Content> = {
  publisher: Publisher
  /** Behind the base path of the publisher; `:name` is a part that varies. */
  path: string
  /** The subject whose faults affect this dataset (the table of `faults/fault.ts` says which). */
  subject: RequestSubject
  /** Faults of the subject that do not concern this dataset. */
  ignores?: readonly FaultKind[]
  /** Whether a fault is due for a call; absent: every fault. */
  isDue?(fault: Fault, query: URLSearchParams, now: Temporal.Instant): boolean
  /** Checks credentials, and answers a call that continues an earlier answer. @throws Refusal */
  enter?(request: Request, deps: ServerDeps): Response | null
  /** Least time between two answered calls, ms. */
  minCallGapMs?: number
  /** Reads the parameters. @throws Refusal */
  read(call: Call): Asked
  load(source: UpstreamSource, asked: Asked, call: Call): Promise<Answer<Content>>
  /** Writes the content in the publisher's format, with the faults of the call. @throws Refusal where there is nothing */
  write(content: Content, asked: Asked, call: AnsweredCall): Body
}

/** A row of a table. Only the row itself knows the types of its parameters and its content. */
export type AnyDataset = Dataset<unknown, unknown>

/** Checks that the steps of a row fit together, and hides the types of its parameters and its content. */
export function dataset<Asked, Content>(row: Dataset<Asked, Content>): AnyDataset {
  return row
}
