// Lists the tools and calls each of those that the arguments name, with the official client on Node. Prints what came as JSON.
import { env } from 'node:process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const calls = JSON.parse(env.TOOL_CALLS)
const client = new Client({ name: 'hexawatt-programs', version: '1.0.0' })
const headers = { 'X-Api-Key': env.HEXAWATT_API_KEY }
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${env.HEXAWATT_URL}/mcp`), { requestInit: { headers } }),
)
const { tools } = await client.listTools()
const answers = {}
for (const [name, args] of Object.entries(calls)) {
  // The client refuses a structured answer that does not match the output schema of its tool.
  const { isError = false, structuredContent } = await client.callTool({ name, arguments: args })
  answers[name] = { isError, members: Object.keys(structuredContent ?? {}) }
}
await client.close()
console.log(JSON.stringify({ server: client.getServerVersion(), tools: tools.map(({ name }) => name), answers }))
