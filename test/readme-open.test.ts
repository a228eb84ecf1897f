import { afterAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { startOpenUpstream } from '@hexawatt/dev/test/testing/open-upstream.ts'
import { startUp } from '@hexawatt/dev/test/testing/up-fixture.ts'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { createClock } from '@hexawatt/shared/time/clock'
import * as v from 'valibot'

const root = join(import.meta.dir, '..')
const readme = await Bun.file(join(root, 'README.md')).text()
const folder = await temporaryFolder()
afterAll(() => rm(folder, { recursive: true, force: true }))

test("the README's first command starts everything on open data, and the first call is answered with them", async () => {
  const [first = ''] = readme.match(/^npx .* run up$/m) ?? []
  const upstream = await startOpenUpstream(createClock(0))
  const port = await freePort()
  const run = await startUp({
    command: first.split(' '),
    args: ['--port', String(port), '--data-dir', join(folder, 'data'), '--backfill-days', '0'],
    env: { PATH: Bun.env['PATH'] ?? '', HOME: Bun.env['HOME'] ?? '', ...upstream.env },
  })
  try {
    expect(run.output()).toContain('OPEN DATA: real measurements')
    const url = `http://localhost:${port}/v1/carbon/intensity`
    const answer = await fetch(url, { headers: { 'x-api-key': run.key ?? '' } })
    expect(answer.headers.get('x-data-mode')).toBe('open')
    expect(v.parse(CarbonIntensityResponse, await answer.json()).estimatedGCo2PerKwh).toBeGreaterThan(0)
  } finally {
    run.pressCtrlC()
    await run.exited
    await upstream.stop()
  }
})
