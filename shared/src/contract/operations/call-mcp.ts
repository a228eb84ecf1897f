import { operation } from '../entry/operation.ts'
import { type McpTool, mcpTools } from '../formats/mcp-tools.ts'
import { getCarbonExplain } from './get-carbon-explain.ts'
import { getOutlook } from './get-outlook.ts'
import { getSchedule } from './get-schedule.ts'
import { getScore } from './get-score.ts'
import { getScoreAnalytics } from './get-score-analytics.ts'
import { getScoreForecast } from './get-score-forecast.ts'
import { getTariffOutlook } from './get-tariff-outlook.ts'

/** Operations whose parameters and rights the tools have. */
const toolOperations = {
  getScore,
  getSchedule,
  getOutlook,
  getScoreForecast,
  getTariffOutlook,
  getCarbonExplain,
  getScoreAnalytics,
}

export const callMcp = operation({
  id: 'callMcp',
  path: '/mcp',
  method: 'POST',
  kind: 'message',
  owner: 'gateway',
  needsKey: true,
  isClosedToDemo: true,
  problems: ['invalid_body', 'origin_not_allowed', 'unsupported_media_type'],
  chapter: 'MCP',
  summary: 'Tools for language models (Model Context Protocol, streamable HTTP without sessions)',
  notes: `One message per request, answered as JSON: no session, no stream, no batch; GET and DELETE are answered with 405. Tools: ${mcpTools.map(describeTool).join(', ')}. Each request counts once, however many endpoints its tool uses; a notification is answered with 202 and counts only against the limit per minute. If an endpoint refuses, the result has isError and the problem body as text. The demo key is refused. A browser page may call this endpoint only from the origin of this installation or from localhost.`,
})

function describeTool({ name, operation: id }: McpTool): string {
  if (id === 'compareContracts') return `${name} (a load profile in its arguments, of which nothing is stored)`
  return `${name} (parameters and rights of ${toolOperations[id].path})`
}
