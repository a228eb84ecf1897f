import { buildShortestRequest, type OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { toPythonMethod, toPythonName } from '@hexawatt/shared/openapi/client/python-text'

/** The languages in which a call can be copied. */
export const snippetLanguages = ['curl', 'typescript', 'python'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

/** Stands for the reader's key. It does not have the form of a key, so that no key can be equal to it. */
export const placeholderKey = 'hxw_your_key'

export type SnippetContext = {
  publicBaseUrl: string
  /** The public demo key; null = there is none. */
  demoKey: string | null
}

/** A shortest valid call of an operation. */
type Call = { operation: OperationEntry; baseUrl: string; url: string; key: string | null }

/** The call of an operation in each language, with its required parameters and nothing more. */
export function writeSnippets(operation: OperationEntry, context: SnippetContext): Record<SnippetLanguage, string> {
  const baseUrl = context.publicBaseUrl
  const url = `${baseUrl}${buildShortestRequest(operation)}`
  const call = { operation, baseUrl, url, key: chooseKey(operation, context) }
  return { curl: writeCurl(call), typescript: writeTypeScript(call), python: writePython(call) }
}

/** The demo key where it opens the operation. */
function chooseKey({ needsKey, isClosedToDemo }: OperationEntry, { demoKey }: SnippetContext): string | null {
  if (!needsKey) return null
  return demoKey === null || isClosedToDemo ? placeholderKey : demoKey
}

const isMessage = ({ operation }: Call): boolean => operation.kind === 'message'
const isText = ({ operation: { exportedAs } }: Call): boolean => exportedAs?.startsWith('text/') ?? false

/** The shortest message of the Model Context Protocol: which tools are there? */
const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** What `POST /mcp` accepts as an answer, by the Model Context Protocol. */
const messageAccept = 'application/json, text/event-stream'

function writeCurl(call: Call): string {
  const { operation, url, key } = call
  const headers = [
    key === null ? null : `X-Api-Key: ${key}`,
    ...(isMessage(call) ? ['Content-Type: application/json', `Accept: ${messageAccept}`] : []),
  ].filter((header) => header !== null)
  const lines = [
    `curl -s${operation.kind === 'events' ? 'N' : ''} ${quoteForShell(url)}`,
    ...headers.map((header) => `-H ${quoteForShell(header)}`),
    ...(isMessage(call) ? [`-d ${quoteForShell(JSON.stringify(message))}`] : []),
  ]
  return lines.join(' \\\n  ')
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** By the project's client; by `fetch` where the client has no function, because the body is in the format of another program. */
function writeTypeScript(call: Call): string {
  const { operation, baseUrl, key } = call
  if (operation.kind !== 'events' && operation.clientFile === null) return writeFetch(call)
  const name = operation.id.slice('get'.length)
  const query = readQuery(operation)
  const options = [`baseUrl: ${quote(baseUrl)}`, ...(key === null ? [] : [`apiKey: ${quote(key)}`])]
  const invocation = `hexawatt.${name.charAt(0).toLowerCase()}${name.slice(1)}(${Object.keys(query).length === 0 ? '' : writeForScript(query)})`
  const reading =
    operation.kind === 'events'
      ? `for await (const event of ${invocation}) console.log(event)`
      : `const { data } = await ${invocation}\nconsole.log(data)`
  return `import { createHexawatt } from '@hexawatt/client'\n\nconst hexawatt = createHexawatt({ ${options.join(', ')} })\n${reading}`
}

function writeFetch(call: Call): string {
  const { url, key } = call
  const headers = [
    ...(key === null ? [] : [`'X-Api-Key': ${quote(key)}`]),
    ...(isMessage(call) ? ["'Content-Type': 'application/json'", `Accept: ${quote(messageAccept)}`] : []),
  ]
  const lines = [
    ...(isMessage(call) ? ["method: 'POST'"] : []),
    `headers: { ${headers.join(', ')} }`,
    ...(isMessage(call) ? [`body: JSON.stringify(${writeForScript(message)})`] : []),
  ]
  return `const response = await fetch(${quote(url)}, {\n${lines.map((line) => `  ${line},\n`).join('')}})
if (!response.ok) throw new Error(await response.text())
console.log(await response.${isText(call) ? 'text' : 'json'}())`
}

/** An object of texts and numbers, whose names need no quotes. */
function writeForScript(value: Readonly<Record<string, string | number>>): string {
  const members = Object.entries(value).map(
    ([name, member]) => `${name}: ${typeof member === 'number' ? member : quote(member)}`,
  )
  return `{ ${members.join(', ')} }`
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** By the project's client; by `httpx` where the client has no function, because the body is in the format of another program. */
function writePython(call: Call): string {
  const { operation, baseUrl, key } = call
  const isEvents = operation.kind === 'events'
  if (!isEvents && operation.clientFile === null) return writeHttpx(call)
  const options = [JSON.stringify(baseUrl), ...(key === null ? [] : [`api_key=${JSON.stringify(key)}`])]
  const values = Object.entries(readQuery(operation)).map(
    ([name, value]) => `${toPythonName(name)}=${JSON.stringify(value)}`,
  )
  const invocation = `hexawatt.${toPythonMethod(operation.id)}(${values.join(', ')})`
  const reading = isEvents
    ? `for event in ${invocation}:\n    print(event)`
    : `answer = ${invocation}\nprint(answer.data)`
  return `from hexawatt import Hexawatt\n\nhexawatt = Hexawatt(${options.join(', ')})\n${reading}`
}

function writeHttpx(call: Call): string {
  const { operation, baseUrl, key } = call
  const query = readQuery(operation)
  const headers = {
    ...(key === null ? {} : { 'X-Api-Key': key }),
    ...(isMessage(call) ? { Accept: messageAccept } : {}),
  }
  const values = [
    JSON.stringify(`${baseUrl}${operation.path}`),
    ...(Object.keys(query).length === 0 ? [] : [`params=${writeForPython(query)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers=${writeForPython(headers)}`]),
    ...(isMessage(call) ? [`json=${writeForPython(message)}`] : []),
  ]
  const lines = values.map((value) => `    ${value},\n`).join('')
  return `import httpx\n\nresponse = httpx.${isMessage(call) ? 'post' : 'get'}(\n${lines})
response.raise_for_status()
print(response.${isText(call) ? 'text' : 'json()'})`
}

/** Texts and numbers are written alike in JSON and Python. */
function writeForPython(value: Readonly<Record<string, string | number>>): string {
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${JSON.stringify(member)}`)
  return `{${members.join(', ')}}`
}

/** The required parameters of an operation, numbers as numbers. */
function readQuery({ requiredQuery }: OperationEntry): Record<string, string | number> {
  const entries = [...new URLSearchParams(requiredQuery)]
  return Object.fromEntries(
    entries.map(([name, value]) => [name, String(Number(value)) === value ? Number(value) : value]),
  )
}
