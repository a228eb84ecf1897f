import { expect, test } from 'bun:test'
import { Env as GatewayEnv } from '@hexawatt/gateway/src/env.ts'
import { closeDeadlineMs } from '@hexawatt/shared/program/run-program'
import { Env as CarbonEnv } from '@hexawatt/svc-carbon/src/env.ts'
import { Env as HistoryEnv } from '@hexawatt/svc-history/src/env.ts'
import { Env as IngestEnv } from '@hexawatt/svc-ingest/src/env.ts'
import { Env as ScoreEnv } from '@hexawatt/svc-score/src/env.ts'
import { Env as WebEnv } from '@hexawatt/svc-web/src/env.ts'
import * as v from 'valibot'
import { longestStopSeconds } from '../../deploy/smoke-test/compose.ts'
import { readText, readYaml } from './testing/deploy-files.ts'
import { readManifests } from './testing/manifests.ts'

/** Whole time that each program may take from its signal to its end, ms, with the settings that it has by itself. */
const stopMs = new Map<string, number>([
  ...Object.entries({
    gateway: GatewayEnv,
    'svc-carbon': CarbonEnv,
    'svc-score': ScoreEnv,
    'svc-history': HistoryEnv,
    'svc-web': WebEnv,
  }).map(([name, { entries }]) => {
    const drainMs = v.parse(entries.DRAIN_MS, undefined)
    return [name, drainMs + v.parse(entries.STOP_TIMEOUT_MS, undefined) + closeDeadlineMs] as const
  }),
  ['svc-ingest', v.parse(IngestEnv.entries.STOP_TIMEOUT_MS, undefined) + closeDeadlineMs],
])

const shorterThanItsProgram = (grantedMs: ReadonlyMap<string, number>): string[] =>
  [...stopMs].filter(([name, ms]) => !((grantedMs.get(name) ?? 0) > ms)).map(([name]) => name)

test('the cluster waits for every program to finish its work before it kills it', async () => {
  const deployments = (await readManifests()).filter(({ kind }) => kind === 'Deployment')
  const granted = deployments.map(({ metadata: { name }, spec }) => {
    return [name, 1_000 * (spec?.template?.spec.terminationGracePeriodSeconds ?? 0)] as const
  })
  expect(shorterThanItsProgram(new Map(granted))).toEqual([])
})

type ComposeFile = { services: Record<string, { command?: string[]; stop_grace_period?: string }> }

test.each(['docker-compose.yml', 'deploy/ha/docker-compose.yml'])(
  'the composition %s waits for every program to finish its work before it kills it',
  async (file) => {
    const { services } = await readYaml<ComposeFile>(file)
    const granted = Object.values(services).map(({ command = [], stop_grace_period: seconds = '0s' }) => {
      return [command[0] ?? '', 1_000 * Number.parseInt(seconds, 10)] as const
    })
    expect(shorterThanItsProgram(new Map(granted))).toEqual([])
  },
)

test('the smoke test waits as long as the composition allows before it calls a stop too slow', async () => {
  const { services } = await readYaml<ComposeFile>('docker-compose.yml')
  const granted = Object.values(services).map(({ stop_grace_period: seconds = '0s' }) => Number.parseInt(seconds, 10))
  expect(longestStopSeconds).toBe(Math.max(...granted))
})

test('the load balancer notices a stopping gateway before the gateway closes its port', async () => {
  const config = await readText('deploy/haproxy/haproxy.cfg')
  const [, seconds = '', fall = ''] = config.match(/inter (\d+)s fall (\d+)/) ?? []
  expect((Number(fall) + 1) * Number(seconds) * 1_000).toBeLessThan(v.parse(GatewayEnv.entries.DRAIN_MS, undefined))
  expect(config).toContain('option httpchk GET /readyz/accepting')
})
