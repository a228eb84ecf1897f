import { Elysia } from 'elysia'
import * as v from 'valibot'
import { operations as productOperations } from '../contract/operations.ts'
import { isLanguage, type Language, languages } from '../contract/values/languages.ts'
import { type Answer, type EncodedAnswer, isEncoded } from './answer.ts'
import { present } from './present.ts'
import { createAdmitGateway, type Principal } from './principal.ts'
import { queryText } from './query-parameters.ts'

/** The part of a contract entry that a route is made from. */
export type MountedOperation = {
  readonly id: string
  readonly method: string
  readonly path: string
  /** The program that answers. */
  readonly owner: string
  readonly response: v.GenericSchema | null
  /** Its sentences are written in the language that the caller asks for. */
  readonly isTranslated?: boolean
  /** Further content types of a stream; null or absent for other bodies. */
  readonly streamedAs?: object | null
}

/** A request of the gateway, as a handler sees it. */
export type Call = {
  operation: MountedOperation
  /** The query as the gateway wrote it, without its question mark. */
  query: string
  principal: Principal
  /** The language that the gateway chose; the default for operations that have only one. */
  language: Language
  /** The content type that the gateway chose, for operations that offer several; null for the others. */
  contentType: string | null
  request: Request
}

/** Answers an operation. @throws AppError for a refusal */
export type Handler = (call: Call) => Answer | Promise<Answer>

/** A handler for each operation of an owner, and for no other. */
export type Handlers<Listed extends MountedOperation, Owner extends string> = {
  readonly [Id in Extract<Listed, { owner: Owner }>['id']]: Handler
} & { readonly [Id in Exclude<Listed, { owner: Owner }>['id']]?: never }

export type MountOptions<Listed extends MountedOperation, Owner extends string> = {
  owner: Owner
  /** Internal tokens of the gateway: two during a rotation. */
  acceptedTokens: readonly string[]
  /** The product's operations without it. */
  operations?: readonly Listed[]
}

type ProductOperation = (typeof productOperations)[number]

/**
 * Makes a plugin with a route for each operation of an owner. A request passes, in this order: only the gateway is admitted (404 to all others), the
 * handler answers, an object is checked against the contract, `present` makes the response. Errors become problems in `edge`, which also observes.
 */
export function mount<Owner extends string, Listed extends MountedOperation = ProductOperation>(
  { owner, acceptedTokens, operations }: MountOptions<Listed, Owner>,
  handlers: Handlers<Listed, Owner>,
) {
  const admitGateway = createAdmitGateway(acceptedTokens)
  const listed: readonly MountedOperation[] = operations ?? productOperations
  const handlerOf = new Map(Object.entries<Handler>(handlers))
  const routes = new Elysia()
  for (const operation of listed) {
    const handle = handlerOf.get(operation.id)
    if (operation.owner !== owner || handle === undefined) continue
    const readCall = createCallReader(operation)
    routes.route(operation.method, operation.path, async function serve({ request }) {
      const principal = admitGateway(request.headers)
      const answer = await handle(readCall(request, principal))
      return present(request, encoded(answer, operation))
    })
  }
  return routes
}

function createCallReader(operation: MountedOperation): (request: Request, principal: Principal) => Call {
  const { isTranslated = false, streamedAs = null } = operation
  return (request, principal) => ({
    operation,
    query: queryText(request.url),
    principal,
    language: isTranslated ? chosenLanguage(request.headers) : languages[0],
    contentType: streamedAs === null ? null : request.headers.get('accept'),
    request,
  })
}

function chosenLanguage(headers: Headers): Language {
  const chosen = headers.get('accept-language')
  return isLanguage(chosen) ? chosen : languages[0]
}

/** An object as JSON; what is encoded stays. @throws v.ValiError when an object breaks the contract, which is a fault of the product */
function encoded(answer: Answer, { response }: MountedOperation): EncodedAnswer {
  const { body } = answer
  if (isEncoded(body)) return { ...answer, body }
  return { ...answer, body: JSON.stringify(response === null ? body : v.parse(response, body)) }
}
