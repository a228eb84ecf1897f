import * as v from 'valibot'
import type { ProblemCode } from '../problem.ts'
import type { StaleRule } from './stale-rules.ts'

/** Chapters of the reference with their descriptions, in order. */
export const chapters = {
  Carbon: 'Carbon intensity of the grid.',
  Score: 'The score of this hour, of the coming ones and of the past.',
  Grid: 'What the transmission operator publishes, passed through.',
  Exports: 'The forecast as other programs read it; the key as header or as the password of HTTP Basic.',
  Events: 'What changes, as it changes.',
  MCP: 'Tools for language models, by the Model Context Protocol.',
  'Electricity Maps':
    'A façade for programs that speak the interface of Electricity Maps; the key as header auth-token too.',
  Service: 'About the service itself; no key needed.',
} as const

/** The schema of a parameter of a query, made in `query/`. None is required. */
export type ParameterSchema = v.OptionalSchema<v.GenericSchema, string | undefined>

/** The query of an operation: its parameters in the order of the documentation and of the canonical form. */
export type QuerySchema = v.StrictObjectSchema<Record<string, ParameterSchema>, undefined>

/** The facts of an entry in `operations/`. A fact that is left out has the value in {@link defaultFacts}. */
export type OperationFacts = {
  /** Name of the operation: also the name of the constant and, in kebab case, of its file. */
  readonly id: string
  readonly path: `/${string}`
  readonly method?: 'GET' | 'POST'
  /** `read` = one body that can be asked for again; `events` = a stream without an end; `message` = one JSON-RPC message. */
  readonly kind?: 'read' | 'events' | 'message'
  /** The program that answers. */
  readonly owner: 'gateway' | 'svc-carbon' | 'svc-history' | 'svc-score'
  readonly needsKey: boolean
  /** The public demo key may not ask for it. */
  readonly isClosedToDemo?: boolean
  /** What a plan must include; null = every plan has the operation. Parameters have capabilities of their own. */
  readonly capability?: 'analytics' | null

  /** The parameters of the query, in the order of the documentation. Any other name is refused with `unknown_parameter`. */
  readonly query?: QuerySchema
  /** The shortest query that is answered, without the question mark. */
  readonly requiredQuery?: string

  /** Body of the answer; null for an operation that is not read. */
  readonly response?: v.GenericSchema | null
  /** The objects that the documentation and the client's types have because of this operation, by their names. */
  readonly schemas?: Readonly<Record<string, v.GenericSchema>>
  /** File of the published client that has their types; null = the client has none. */
  readonly clientFile?: string | null
  /** Names of these objects in the client, where they are not the name here without `Response` or `Listed`. */
  readonly clientNames?: Readonly<Record<string, string>>
  /** The one content type of a body that is made for another program; the key may come as HTTP Basic too. */
  readonly exportedAs?: string | null
  /** Further content types of an answer that is sent as a stream, each with what its text holds. */
  readonly streamedAs?: Readonly<Record<string, string>> | null
  /** Its sentences are written in the language that Accept-Language asks for. */
  readonly isTranslated?: boolean

  /** The body is the same for every caller with the same rights until the data change. */
  readonly isLive?: boolean
  /** When the last body may be served while the owner is down; null = never. */
  readonly staleRule?: StaleRule | null
  /** The body is a table that rests on no data of the grid. */
  readonly isFixedTable?: boolean
  /** The answer says by X-Service-Confidence that a source is late; null = exactly when it needs a key. */
  readonly saysConfidence?: boolean | null
  /** Problem codes in addition to those that follow from the other facts. */
  readonly problems?: readonly ProblemCode[]

  /** Speaks the interface of Electricity Maps: takes the key as `auth-token` too, and ignores parameters that it does not know. */
  readonly isFacade?: boolean
  /** The answer is made from a streamed answer of another operation, and counts as an open stream. */
  readonly isShapedFromStream?: boolean

  /** Chapter of the reference. */
  readonly chapter: keyof typeof chapters
  readonly summary: string
  /** What a caller must know beyond the summary, in Markdown. */
  readonly notes: string
  /** Query of the recorded example, without the question mark. */
  readonly exampleQuery?: string
  /** Lists that are cut in the example, by the names on the way to them; `*` = in every element of a list, no name = the body itself. */
  readonly cutInExample?: readonly (readonly string[])[]
}

const defaultFacts = {
  method: 'GET',
  kind: 'read',
  isClosedToDemo: false,
  capability: null,
  query: v.strictObject({}),
  requiredQuery: '',
  response: null,
  schemas: {},
  clientFile: null,
  clientNames: {},
  exportedAs: null,
  streamedAs: null,
  isTranslated: false,
  isLive: false,
  staleRule: null,
  isFixedTable: false,
  saysConfidence: null,
  problems: [],
  isFacade: false,
  isShapedFromStream: false,
  exampleQuery: '',
  cutInExample: [],
} as const satisfies Partial<OperationFacts>

/** Any operation, listed or not. Documentation and routes are made from it. */
export type OperationEntry = Required<OperationFacts>

/** Exactly the facts that were written, and the defaults for the others. */
type Complete<Facts> = Facts & Omit<typeof defaultFacts, keyof Facts>

/** An operation of the interface with all of its facts. A misspelled fact does not compile. */
export function operation<const Facts extends OperationFacts>(
  facts: Facts & Record<Exclude<keyof Facts, keyof OperationFacts>, never>,
): Complete<Facts> {
  return { ...defaultFacts, ...facts }
}

const buildAddress = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)

/** Path and query of an operation's recorded example. */
export function buildExampleRequest({ path, exampleQuery }: Pick<OperationEntry, 'path' | 'exampleQuery'>): string {
  return buildAddress(path, exampleQuery)
}

/** Path and the shortest query that is answered. */
export function buildShortestRequest({ path, requiredQuery }: Pick<OperationEntry, 'path' | 'requiredQuery'>): string {
  return buildAddress(path, requiredQuery)
}
