import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AnyOperation, allOperations, type Operation, operations } from '@hexawatt/shared/contract/operations'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { patientPlans, startDocumentedSystem } from '../../openapi/testing/documented-system-fixture.ts'
import { pinnedPrograms } from '../pinned-programs.ts'
import { describeProgram } from '../testing/program.ts'

const { schemathesis } = pinnedPrograms
const requirements = join(import.meta.dir, 'requirements.txt')

/** Requests of each operation in each phase and mode: with them a run takes a minute on two idle cores. */
const examplesPerOperation = 25
const seed = 20261127

/** Longest run on a busy machine, ms. */
const timeoutMs = 480_000

/**
 * Parameters that make valid queries refusable, by why OpenAPI cannot say it. Operations with one of them may refuse data that the document allows; every
 * other check holds for them too.
 */
const conditionalParameters: Readonly<Record<string, string>> = {
  profile: 'excludes the four weights, whose sum must be 1, and only some texts are profiles',
  tariff: 'decides which other parameters of the price are accepted; only the table in force knows the contracts',
  quantity: 'decides whether tariffs and streamed forms are accepted',
  at: 'must not be in the future',
  from: 'must not be in the future, and must be earlier than the end',
  start: 'must not be in the future, and must be earlier than the end',
  datetime: 'must not be in the future',
  month: 'must have begun',
}

/** Operations that no fuzzer can ask, by why. */
const unasked: Readonly<Record<string, string>> = {
  [getEvents.id]: 'an endless stream: its answer never ends',
}

const takesOneOf =
  (names: readonly string[]) =>
  ({ query }: Operation): boolean =>
    Object.keys(query.entries).some((name) => names.includes(name))

/** Operations about one past instant: where nothing is stored of it they answer with 503 and the code `insufficient_data`, as documented. */
const ofOneInstant = operations.filter(takesOneOf(['at', 'datetime']))

/** Settings of the fuzzer in its own format. */
function writeSettings(): string {
  const listed = (some: readonly Operation[]) => JSON.stringify(some.map(({ id }) => id))
  return `[generation]
with-security-parameters = false

[[operations]]
include-operation-id = ${listed(operations.filter(takesOneOf(Object.keys(conditionalParameters))))}
checks.positive_data_acceptance.enabled = false

[[operations]]
include-operation-id = ${listed(ofOneInstant)}
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "503"]

# Like the program whose interface they have, they ignore unknown parameters, and a place next to a zone.
[[operations]]
include-operation-id = ${listed(operations.filter(({ isFacade }) => isFacade))}
checks.negative_data_rejection.enabled = false
checks.positive_data_acceptance.enabled = false
`
}

const Failure = v.looseObject({ title: v.string(), operations: v.array(v.unknown()) })
const Report = v.object({
  complete: v.boolean(),
  operations: v.object({ tested: v.number(), errored: v.number() }),
  failures: v.array(Failure),
  errors: v.array(v.unknown()),
})
const Answer = v.object({ status_code: v.number(), content: v.nullish(v.object({ $base64: v.string() })) })
const Interactions = v.record(v.string(), v.object({ response: v.nullable(Answer) }))
const Scenario = v.object({
  ScenarioFinished: v.object({ recorder: v.object({ label: v.string(), interactions: Interactions }) }),
})

/** The status of an answer, with the code of its problem where the server failed. */
function readOutcome(response: v.InferOutput<typeof Answer> | null): string {
  if (response === null) return 'no answer'
  const { status_code: status, content } = response
  return status < 500 ? String(status) : `${status} ${JSON.parse(atob(content?.$base64 ?? '')).code}`
}

/** Outcomes of each operation (`GET /v1/score`), from the record of all requests. */
async function readOutcomes(file: string): Promise<Map<string, Set<string>>> {
  const outcomes = new Map<string, Set<string>>()
  for (const line of (await Bun.file(file).text()).trim().split('\n')) {
    const event = v.safeParse(Scenario, JSON.parse(line))
    if (!event.success) continue
    const { label, interactions } = event.output.ScenarioFinished.recorder
    const own = outcomes.getOrInsertComputed(label, () => new Set())
    for (const { response } of Object.values(interactions)) own.add(readOutcome(response))
  }
  return outcomes
}

await describeProgram(
  schemathesis,
  {
    folder: 'schemathesis',
    python: { from: '3.10' },
    inputs: [requirements],
    fetch: ({ pip }) => pip('-r', requirements),
  },
  ({ folder, python, runToEnd, say }) => {
    test(
      'every operation answers valid and invalid requests as documented: no status 500, no undocumented one, bodies, types and headers as described',
      async () => {
        // Its clock stands still at the instant of the examples in the document, so that a run can be repeated.
        const system = await startDocumentedSystem({
          ...patientPlans,
          anonymous: { requestsPerMinute: 60_000 },
        })
        closeAtEnd(() => system.stop())
        const key = await system.createKey('scale')
        const [settings, reports] = [join(folder, 'settings.toml'), join(folder, 'reports')]
        await rm(reports, { recursive: true, force: true })
        await Bun.write(settings, writeSettings())
        await say(`asks ${operations.length} operations …`)
        const output = await runToEnd(
          [
            ...[python, '-m', 'schemathesis.cli', '--config-file', settings],
            ...['run', `${system.gatewayUrl}/openapi.json`, '--url', system.gatewayUrl],
            ...[
              '--header',
              `X-Api-Key: ${key}`,
              '--seed',
              String(seed),
              '--max-examples',
              String(examplesPerOperation),
            ],
            ...['--phases', 'examples,coverage,fuzzing', '--mode', 'all', '--workers', '2', '--continue-on-failure'],
            ...Object.keys(unasked).flatMap((id) => ['--exclude-operation-id', id]),
            ...['--generation-database', 'none', '--request-timeout', '60', '--no-color', '--output-truncate', 'true'],
            ...['--report-json-path', join(reports, 'report.json')],
            ...['--report-ndjson-path', join(reports, 'requests.ndjson')],
          ],
          { env: { SCHEMATHESIS_HOOKS: 'possible_queries', PYTHONPATH: import.meta.dir }, timeoutMs },
        )
        const { failures, errors, ...rest } = v.parse(Report, await Bun.file(join(reports, 'report.json')).json())
        if (failures.length > 0) console.error(output.stdout)
        expect({ failures, errors }).toEqual({ failures: [], errors: [] })
        const asked = allOperations.filter(({ id }) => !(id in unasked))
        expect(rest).toEqual({ complete: true, operations: { tested: asked.length, errored: 0 } })
        const outcomes = await readOutcomes(join(reports, 'requests.ndjson'))
        const labelOf = ({ method, path }: AnyOperation) => `${method} ${path}`
        const neverAnswered = asked.filter((operation) => !outcomes.get(labelOf(operation))?.has('200'))
        expect(neverAnswered.map(labelOf)).toEqual([])
        const mayLackData = ofOneInstant.map(labelOf)
        const broken = [...outcomes].flatMap(([label, own]) => {
          const expected = mayLackData.includes(label) ? ['503 insufficient_data'] : []
          return [...own]
            .filter((outcome) => !/^[1-4]/.test(outcome) && !expected.includes(outcome))
            .map((outcome) => [label, outcome])
        })
        expect(broken).toEqual([])
        expect(output.exitCode).toBe(0)
      },
      timeoutMs,
    )
  },
)
