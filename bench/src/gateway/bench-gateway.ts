import { loadavg } from 'node:os'
import { type Candidate, type CandidateId, candidatesOf } from './candidates.ts'
import { type GatewayFixture, startGatewayFixture } from './gateway-fixture.ts'
import { measureRound, type Round } from './measure.ts'
import { printReport, type Summary, summarise } from './report.ts'
import { findTools, type Tools } from './tools.ts'

/** Rounds per candidate. Candidates alternate, so that other load of the machine affects all of them. */
const rounds = 5
const roundSeconds = 3
const warmUpSeconds = 2

/** `bun run bench gateway`: compares the gateway with nginx and Fastify before the same upstream, interleaved in one run. */
export async function benchGateway(): Promise<void> {
  const tools = findTools()
  const fixture = await startGatewayFixture(tools)
  const stopAndExit = (): void => void fixture.stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopAndExit)
  try {
    printConditions(fixture, tools)
    const candidates = candidatesOf(fixture)
    printReport(candidates, await measureAll(fixture, tools, candidates))
  } finally {
    await fixture.stop()
  }
}

async function measureAll(
  fixture: GatewayFixture,
  { wrk }: Tools,
  candidates: ReadonlyMap<CandidateId, Candidate>,
): Promise<ReadonlyMap<CandidateId, Summary>> {
  for (const candidate of candidates.values()) await measureRound(fixture, wrk, candidate, warmUpSeconds)
  const measured = new Map<CandidateId, Round[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [id, candidate] of candidates) {
      const result = await measureRound(fixture, wrk, candidate, roundSeconds)
      measured.set(id, [...(measured.get(id) ?? []), result])
    }
  }
  return new Map([...measured].map(([id, ofCandidate]) => [id, summarise(ofCandidate)]))
}

function printConditions({ addedHeaders }: GatewayFixture, { fastifyRuntime }: Tools): void {
  console.log(
    `wrk with one thread, ${rounds} rounds of ${roundSeconds} s in turn, median; answers of 2 kB; every server one process ` +
      `(nginx: one worker, its default; Fastify on ${fastifyRuntime.name}).`,
  )
  const [lastMinute = Number.NaN] = loadavg()
  console.log(
    `Load average before the run: ${lastMinute.toFixed(1)}. Other load favours the candidate with the least processor time.`,
  )
  const names = Object.keys(addedHeaders)
  console.log(`The gateway adds ${names.length} headers to those of the service: ${names.join(', ')}.`)
}
