import * as v from 'valibot'
import type { ProblemCode } from '../problem.ts'
import type { StaleRule } from './stale-rules.ts'

/** Chapters of the API reference with their descriptions, in order. */
export const chapters = {
  Carbon: 'Carbon intensity of the grid.',
  Score: 'Score of the current hour, of the coming hours and of the past.',
  Grid: 'Data of the transmission system operator, unchanged.',
  Exports:
    'The forecast in the formats of other programs. The API key may be sent as a header or as the password of HTTP Basic.',
  Events: 'Changes of the live data, sent as they happen.',
  MCP: 'Tools for language models (Model Context Protocol).',
  'Electricity Maps':
    'A façade for programs that use the API of Electricity Maps. The API key may also be sent in the header auth-token.',
  Service: 'Information about the service itself; most of these endpoints need no key.',
} as const

/** Schema of a query parameter, created in `query/`. Every query parameter is optional. */
export type ParameterSchema = v.OptionalSchema<v.GenericSchema, string | undefined>

/** Query of an operation: its parameters, in the order of the documentation and of the canonical query. */
export type QuerySchema = v.StrictObjectSchema<Record<string, ParameterSchema>, undefined>

/** Programs that answer about stored instants. */
type PastOwner = 'svc-history'

/** The announced end of an operation (docs/guide/deprecation.md). */
export type Deprecation = {
  /** Instant from which the operation is deprecated. */
  readonly since: string
  /** Earliest instant at which it stops working, at least twelve months later. */
  readonly sunset: string
  /** What replaces it, as a sentence. */
  readonly instead: string
}

/** Facts of an entry in `operations/`. A fact that an entry omits has its value in {@link defaultFacts}. */
export type OperationFacts = {
  /** Name of the operation. The constant has the same name, the file the same name in kebab case. */
  readonly id: string
  readonly path: `/${string}`
  readonly method?: 'GET' | 'POST'
  /** `read` = one body that can be requested again; `events` = an endless stream; `message` = one JSON-RPC message. */
  readonly kind?: 'read' | 'events' | 'message'
  /** Program that answers. */
  readonly owner: 'gateway' | 'svc-carbon' | 'svc-history' | 'svc-score'
  /** Requests with this parameter are about a stored instant: another program answers them, and the demo key is refused; null = none are. */
  readonly past?: { readonly parameter: string; readonly owner: PastOwner } | null
  readonly needsKey: boolean
  /** The public demo key is refused. */
  readonly isClosedToDemo?: boolean
  /** Feature that the plan must include; null = every plan has the operation. Parameters can require a capability too. */
  readonly capability?: 'analytics' | null

  /** Query parameters in the order of the documentation. Any other name is refused with `unknown_parameter`. */
  readonly query?: QuerySchema
  /** Shortest valid query, without the question mark. */
  readonly requiredQuery?: string

  /** Body of the response; null unless the kind is `read`. */
  readonly response?: v.GenericSchema | null
  /** Objects that this operation adds to the documentation and to the client types, by name. */
  readonly schemas?: Readonly<Record<string, v.GenericSchema>>
  /** Operation whose body this operation has too; null = the body is among its own objects. */
  readonly bodyOf?: { readonly schemas: Readonly<Record<string, v.GenericSchema>> } | null
  /** File of the published client that contains the types of these objects; null = the client has no types for them. */
  readonly clientFile?: string | null
  /** Files of objects that are in another file of the client than the rest, by the name of the object. */
  readonly clientFiles?: Readonly<Record<string, string>>
  /** Names of these objects in the client, unless they are the name here without `Response` or `Listed`. */
  readonly clientNames?: Readonly<Record<string, string>>
  /** Single content type of a body in the format of another program. The key may also be sent as HTTP Basic. */
  readonly exportedAs?: string | null
  /** Additional content types of a streamed response, each with a description of its text. */
  readonly streamedAs?: Readonly<Record<string, string>> | null
  /** Additional content types of a body that is sent whole, each with a description of its text. */
  readonly writtenAs?: Readonly<Record<string, string>> | null
  /** Sentences in the body are in the language that Accept-Language prefers. */
  readonly isTranslated?: boolean

  /** Every caller with the same rights gets the same body until the data change. */
  readonly isLive?: boolean
  /** Rule by which the last body may be served while the owner is down; null = never. */
  readonly staleRule?: StaleRule | null
  /** The body is a table that does not depend on grid data. */
  readonly isFixedTable?: boolean
  /** The response has the header X-Service-Confidence, which tells whether a source is late; null = only when the operation needs a key. */
  readonly saysConfidence?: boolean | null
  /** Problem codes that do not follow from the other facts. */
  readonly problems?: readonly ProblemCode[]

  /** The operation will end; null = it stays. */
  readonly deprecated?: Deprecation | null

  /** Part of the Electricity Maps façade: the key may be sent as `auth-token`, and unknown parameters are ignored. */
  readonly isFacade?: boolean
  /** The response is computed from the streamed response of another operation, and counts as an open stream. */
  readonly isShapedFromStream?: boolean

  /** Chapter of the API reference. */
  readonly chapter: keyof typeof chapters
  readonly summary: string
  /** What a caller must know in addition to the summary, in Markdown. */
  readonly notes: string
  /** Query of the recorded example, without the question mark. */
  readonly exampleQuery?: string
  /** Paths of the lists that are shortened in the example; `*` = in every element of a list, an empty path = the body itself. */
  readonly cutInExample?: readonly (readonly string[])[]
}

const defaultFacts = {
  method: 'GET',
  kind: 'read',
  past: null,
  isClosedToDemo: false,
  capability: null,
  query: v.strictObject({}),
  requiredQuery: '',
  response: null,
  schemas: {},
  bodyOf: null,
  clientFile: null,
  clientFiles: {},
  clientNames: {},
  exportedAs: null,
  streamedAs: null,
  writtenAs: null,
  isTranslated: false,
  isLive: false,
  staleRule: null,
  isFixedTable: false,
  saysConfidence: null,
  problems: [],
  // Widened, so that an announcement changes no other type.
  deprecated: null as Deprecation | null,
  isFacade: false,
  isShapedFromStream: false,
  exampleQuery: '',
  cutInExample: [],
} as const satisfies Partial<OperationFacts>

/** Any operation, listed or not. Documentation and routes are made from it. */
export type OperationEntry = Required<OperationFacts>

/** The given facts, and the defaults for the others. */
type Complete<Facts> = Facts & Omit<typeof defaultFacts, keyof Facts>

/** An operation with all of its facts. A misspelt fact does not compile. */
export function operation<const Facts extends OperationFacts>(
  facts: Facts & Record<Exclude<keyof Facts, keyof OperationFacts>, never>,
): Complete<Facts> {
  return { ...defaultFacts, ...facts }
}

/** Whether a request is about a stored instant. @param query canonical, without the question mark */
export function isAboutPast({ past }: Pick<OperationEntry, 'past'>, query: string): boolean {
  return past !== null && query.split('&').some((part) => part.startsWith(`${past.parameter}=`))
}

/**
 * The program that answers a request: the owner, or the program for stored instants.
 *
 * @param query canonical, without the question mark
 */
export function chooseOwner<Owner extends OperationEntry['owner']>(
  operation: Pick<OperationEntry, 'past'> & { readonly owner: Owner },
  query: string,
): Owner | PastOwner {
  return operation.past !== null && isAboutPast(operation, query) ? operation.past.owner : operation.owner
}

const buildAddress = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)

/** Path and query of the recorded example of an operation. */
export function buildExampleRequest({ path, exampleQuery }: Pick<OperationEntry, 'path' | 'exampleQuery'>): string {
  return buildAddress(path, exampleQuery)
}

/** Path and shortest valid query of an operation. */
export function buildShortestRequest({ path, requiredQuery }: Pick<OperationEntry, 'path' | 'requiredQuery'>): string {
  return buildAddress(path, requiredQuery)
}
