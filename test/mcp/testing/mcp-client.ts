import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { System } from '../../testing/system-fixture.ts'

/** What a tool answered: its first text, read as JSON, the further texts, and the object beside them. */
export type ToolAnswer = { isError: boolean; body: unknown; notes: unknown[]; structured: unknown }

/** The client of the official package, over real HTTP. */
export async function connectMcp(
  { gatewayUrl }: Pick<System, 'gatewayUrl'>,
  key: string | null,
  further: Readonly<Record<string, string>> = {},
) {
  const headers: Record<string, string> = { ...(key === null ? {} : { 'x-api-key': key }), ...further }
  /** Status and month of every answer, in the order of the requests. */
  const answers: { method: string; status: number; monthLeft: string | null }[] = []
  const transport = new StreamableHTTPClientTransport(new URL(`${gatewayUrl}/mcp`), {
    requestInit: { headers },
    async fetch(url, init) {
      const response = await fetch(url, init)
      const monthLeft = response.headers.get('x-ratelimit-remaining-month')
      answers.push({ method: init?.method ?? 'GET', status: response.status, monthLeft })
      return response
    },
  })
  const client = new Client({ name: 'hexawatt-test', version: '1.0.0' })
  await client.connect(transport)
  return {
    client,
    answers,
    async callTool(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args })
      const [first, ...notes] = (content as { text: string }[]).map(({ text }) => text)
      return { isError: isError === true, body: JSON.parse(first ?? ''), notes, structured: structuredContent }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
