import type { defaultPlanTable } from '@hexawatt/shared/contract/plans'

/** One run of the gateway with some processes under one kind of load. */
export type ScaleRun = {
  processes: number
  /** Whether every answer came from the gateway's cache. */
  isCached: boolean
  perSecond: number
  gatewayUsPerRequest: number
  redisUsPerRequest: number
  redisCallsPerRequest: number
  /** Cores of all processes without a request. */
  idleCores: number
  /** Of all processes, under load. */
  residentBytes: number
  redisConnections: number
  postgresConnections: number
}

/** Cost of one more process, request or account. */
export type CapacityModel = {
  cachedUsPerRequest: number
  uncachedUsPerRequest: number
  redisUsPerRequest: number
  redisCallsPerRequest: number
  idleCoresPerProcess: number
  baseBytes: number
  bytesPerProcess: number
  redisConnectionsPerProcess: number
  postgresConnectionsPerProcess: number
}

/** A straight line through points by least squares. */
export function fitLine(points: readonly { x: number; y: number }[]): { base: number; slope: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const spread = mean(points.map(({ x }) => (x - meanX) ** 2))
  const slope = spread === 0 ? 0 : mean(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread
  return { base: meanY - slope * meanX, slope }
}

/** Fits the model: costs per request are means over the runs, costs per process are slopes over their number. */
export function fitModel(runs: readonly ScaleRun[]): CapacityModel {
  const meanOf = (chosen: readonly ScaleRun[], figure: (run: ScaleRun) => number) =>
    chosen.reduce((sum, run) => sum + figure(run), 0) / chosen.length
  const lineOf = (figure: (run: ScaleRun) => number) =>
    fitLine(runs.map((run) => ({ x: run.processes, y: figure(run) })))
  const cached = runs.filter(({ isCached }) => isCached)
  const uncached = runs.filter(({ isCached }) => !isCached)
  const memory = lineOf(({ residentBytes }) => residentBytes)
  return {
    cachedUsPerRequest: meanOf(cached, ({ gatewayUsPerRequest }) => gatewayUsPerRequest),
    uncachedUsPerRequest: meanOf(uncached, ({ gatewayUsPerRequest }) => gatewayUsPerRequest),
    redisUsPerRequest: meanOf(runs, ({ redisUsPerRequest }) => redisUsPerRequest),
    redisCallsPerRequest: meanOf(runs, ({ redisCallsPerRequest }) => redisCallsPerRequest),
    idleCoresPerProcess: Math.max(0, lineOf(({ idleCores }) => idleCores).slope),
    baseBytes: memory.base,
    bytesPerProcess: memory.slope,
    redisConnectionsPerProcess: lineOf(({ redisConnections }) => redisConnections).slope,
    postgresConnectionsPerProcess: lineOf(({ postgresConnections }) => postgresConnections).slope,
  }
}

/** Requests that accounts of the largest plan send at most: all at their limit of a minute, and all at the cap of their month. */
export function computeLoad(
  accounts: number,
  { plans }: Pick<typeof defaultPlanTable, 'plans'>,
): { burstPerSecond: number; sustainedPerSecond: number } {
  const { requestsPerMinute, monthlyQuota } = plans.scale
  const secondsPerMonth = (365.2425 / 12) * 86_400
  return {
    burstPerSecond: (accounts * requestsPerMinute) / 60,
    // Served up to three times the quota (interface: fair use).
    sustainedPerSecond: (accounts * 3 * monthlyQuota) / secondsPerMonth,
  }
}

/** Maximum planned load of a core: beyond it the tail latency grows. */
export const plannedShare = 0.6

export type Needs = { processes: number; gatewayCores: number; redisCores: number; redisShards: number }

/** Resources for a load: processes of the gateway, cores, and Redis servers of one core each. */
export function computeNeeds(perSecond: number, usPerRequest: number, model: CapacityModel): Needs {
  const busy = (perSecond * usPerRequest) / 1_000_000
  const processes = Math.max(1, Math.ceil(busy / plannedShare))
  const redisCores = (perSecond * model.redisUsPerRequest) / 1_000_000
  return {
    processes,
    gatewayCores: busy + processes * model.idleCoresPerProcess,
    redisCores,
    redisShards: Math.max(1, Math.ceil(redisCores / plannedShare)),
  }
}
