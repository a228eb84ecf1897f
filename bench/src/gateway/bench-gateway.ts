import { loadavg } from 'node:os'
import {
  type Candidate,
  type CandidateId,
  listCandidates,
  listRound,
  type Part,
  startAllCoresCandidates,
} from './candidates.ts'
import { type GatewayFixture, startGatewayFixture } from './gateway-fixture.ts'
import { measureRound } from './measure.ts'
import { type MeasuredStep, printAllCores, printReport } from './report.ts'
import { printTail } from './tail.ts'
import { allCoresComparisons, targets } from './targets.ts'
import { findTools, nginxLuaInstall, type Tools } from './tools.ts'

const roundSeconds = 3
const warmUpSeconds = 2
const allCoresRounds = 3
const allCoresProcesses = 2

export type GatewayBenchOptions = {
  /** One part of the pairs, to judge a change quickly; null = everything. */
  only: Part | null
  /** Rounds, in each of which every candidate runs: an odd number, so that the median is one of them. */
  rounds: number
}

/** `bun run bench gateway`: compares the gateway with nginx, nginx + Lua and Fastify before the same upstream, interleaved in one run. */
export async function benchGateway(options: GatewayBenchOptions): Promise<void> {
  const tools = findTools()
  const fixture = await startGatewayFixture(tools)
  const stopAndExit = (): void => void fixture.stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopAndExit)
  try {
    printConditions(fixture, tools, options)
    const candidates = listCandidates(fixture)
    const judged = new Set(listRound(options.only))
    const promises = targets.filter(({ candidate, reference }) => judged.has(candidate) && judged.has(reference))
    const measured = await measureRounds(fixture, tools, candidates, listRound(options.only), options.rounds)
    printReport(candidates, promises, measured)
    if (options.only !== null) return
    await printTail(fixture, tools.wrk)
    await compareAllCores(fixture, tools)
  } finally {
    await fixture.stop()
  }
}

/** Runs the candidates that are installed in their order, every second round backwards. */
async function measureRounds(
  fixture: GatewayFixture,
  { wrk }: Tools,
  candidates: ReadonlyMap<CandidateId, Candidate>,
  order: readonly CandidateId[],
  rounds: number,
): Promise<MeasuredStep[][]> {
  async function measure(id: CandidateId, durationSeconds: number): Promise<MeasuredStep[]> {
    const candidate = candidates.get(id)
    return candidate === undefined ? [] : [{ id, ...(await measureRound(fixture, wrk, candidate, durationSeconds)) }]
  }
  for (const id of new Set(order)) await measure(id, warmUpSeconds)
  const measured: MeasuredStep[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const steps: MeasuredStep[] = []
    for (const id of round % 2 === 0 ? order : order.toReversed()) steps.push(...(await measure(id, roundSeconds)))
    measured.push(steps)
    console.error(`round ${round + 1} of ${rounds} is measured`)
  }
  return measured
}

async function compareAllCores(fixture: GatewayFixture, tools: Tools): Promise<void> {
  if (process.platform !== 'linux') {
    console.log('Several processes on one port are left out: this system does not spread connections over them.')
    return
  }
  const candidates = await startAllCoresCandidates(fixture, allCoresProcesses)
  const order = [...candidates.keys()]
  const measured = await measureRounds(fixture, tools, candidates, order, allCoresRounds)
  printAllCores(candidates, allCoresComparisons, measured)
}

function printConditions(
  { addedHeaders }: GatewayFixture,
  { fastifyRuntime, nginxLua }: Tools,
  { only, rounds }: GatewayBenchOptions,
): void {
  console.log(
    `wrk with one thread, ${rounds} rounds of ${roundSeconds} s per candidate in turn, every second round backwards; answers of 2 kB; ` +
      `every server one process (nginx: one worker, its default; Fastify on ${fastifyRuntime.name}).`,
  )
  if (only !== null) console.log(`Only the pairs of the ${only} path: the other promises are not judged.`)
  if (nginxLua === null) console.log(`NO NGINX WITH LUA: that peer is left out. Install it with: ${nginxLuaInstall}`)
  const [lastMinute = Number.NaN] = loadavg()
  console.log(
    `Load average before the run: ${lastMinute.toFixed(1)}. Other load favours the candidate with the least processor time.`,
  )
  const names = Object.keys(addedHeaders)
  console.log(`The gateway adds ${names.length} headers to those of the service: ${names.join(', ')}.`)
}
