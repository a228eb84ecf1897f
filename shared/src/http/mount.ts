import { Elysia } from 'elysia'
import { chooseOwner, type OperationEntry } from '../contract/entry/operation.ts'
import { type Operation, operations as productOperations } from '../contract/operations.ts'
import { isLanguage, type Language, languages } from '../contract/values/languages.ts'
import type { Answer } from './answer.ts'
import { extractQuery, type ParsedQuery } from './parse-query.ts'
import { createCallQueryParser } from './plan-capabilities.ts'
import { jsonType, respond } from './present.ts'
import { createAdmitGateway, type Principal } from './principal.ts'

/** The part of a contract entry that a route needs. */
export type MountedOperation = Pick<
  OperationEntry,
  | 'id'
  | 'method'
  | 'path'
  | 'owner'
  | 'past'
  | 'capability'
  | 'query'
  | 'response'
  | 'isTranslated'
  | 'isFacade'
  | 'streamedAs'
  | 'writtenAs'
  | 'exportedAs'
>

/** A request of the gateway as a handler receives it. */
export type Call<Mounted extends MountedOperation = MountedOperation> = {
  operation: MountedOperation
  /** With the types of the contract; a handler with a clock resolves its times of day. */
  query: ParsedQuery<Mounted>
  /** The canonical query of the gateway, without its question mark: a key for cached bodies. */
  queryText: string
  principal: Principal
  /** The language that the gateway chose; the default for operations that are not translated. */
  language: Language
  /** Content type of the response: the own type of an export, the type that the gateway chose where an operation has several texts, JSON otherwise. */
  contentType: string
  request: Request
}

/** Answers an operation. @throws AppError for a refusal */
export type Handler<Mounted extends MountedOperation = MountedOperation> = (
  call: Call<Mounted>,
) => Answer | Promise<Answer>

/** The operations that a program answers, some of them only for stored instants. */
type Answered<Listed extends MountedOperation, Owner extends MountedOperation['owner']> =
  | Extract<Listed, { owner: Owner }>
  | Extract<Listed, { past: { owner: Owner } }>

/** A handler for each operation of an owner, and for no other operation. */
export type Handlers<Listed extends MountedOperation, Owner extends MountedOperation['owner']> = {
  readonly [Id in Answered<Listed, Owner>['id']]: Handler<Extract<Listed, { id: Id }>>
} & { readonly [Id in Exclude<Listed, Answered<Listed, Owner>>['id']]?: never }

export type MountOptions<Listed extends MountedOperation, Owner extends MountedOperation['owner']> = {
  owner: Owner
  /** Internal tokens of the gateway: two during a rotation. */
  acceptedTokens: readonly string[]
  /** Absent: all operations of the contract. */
  operations?: readonly Listed[]
}

/**
 * Creates a plugin with a route for each operation of an owner. The steps of a request: only the gateway is admitted (404 for all others), the contract
 * parses the query, the handler answers, `respond` creates the response. `createEdge` turns errors into problem bodies and observes requests.
 */
export function mountOperations<Owner extends MountedOperation['owner'], Listed extends MountedOperation = Operation>(
  { owner, acceptedTokens, operations }: MountOptions<Listed, Owner>,
  handlers: Handlers<Listed, Owner>,
) {
  const admitGateway = createAdmitGateway(acceptedTokens)
  const listed: readonly MountedOperation[] = operations ?? productOperations
  const handlerOf = new Map(Object.entries<Handler>(handlers))
  const routes = new Elysia()
  for (const operation of listed) {
    const handle = handlerOf.get(operation.id)
    if (handle === undefined || !isAnsweredBy(operation, owner)) continue
    const readCall = createCallReader(operation)
    routes.route(operation.method, operation.path, async function serve({ request }) {
      const principal = admitGateway(request.headers)
      const call = readCall(request, principal)
      // Never for a request of this gateway: a handler must not answer about now what was asked about the past.
      if (chooseOwner(operation, call.queryText) !== owner)
        throw new Error(`${operation.id} was sent to the wrong program`)
      const answer = await handle(call)
      return respond(request, answer, operation.response)
    })
  }
  return routes
}

function isAnsweredBy(operation: MountedOperation, owner: MountedOperation['owner']): boolean {
  return operation.owner === owner || operation.past?.owner === owner
}

function createCallReader(operation: MountedOperation): (request: Request, principal: Principal) => Call {
  const { isTranslated, streamedAs, writtenAs } = operation
  const usualType = operation.exportedAs ?? jsonType
  const parseCallQuery = createCallQueryParser(operation)
  return (request, principal) => {
    const text = extractQuery(request.url)
    return {
      operation,
      query: parseCallQuery(text, principal),
      queryText: text,
      principal,
      language: isTranslated ? chooseLanguage(request.headers) : languages[0],
      contentType: streamedAs === null && writtenAs === null ? usualType : (request.headers.get('accept') ?? usualType),
      request,
    }
  }
}

function chooseLanguage(headers: Headers): Language {
  const chosen = headers.get('accept-language')
  return isLanguage(chosen) ? chosen : languages[0]
}
