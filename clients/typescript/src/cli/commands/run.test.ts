import { expect, test } from 'bun:test'
import { HexawattConnectionError } from '../../errors/hexawatt-errors.ts'
import { catchError, createSuccess, startScriptedApi, testKey } from '../../testing/scripted-api.ts'
import { touchesQuietHours } from '../run/quiet-hours.ts'
import { createPaint } from '../session/console.ts'
import { openContractFile } from '../session/contract-file.ts'
import { openService } from '../session/service.ts'
import { runCommand } from './run.ts'

/** Ten milliseconds before the last moment to start, so that nothing is waited for. */
const nowMs = Date.parse('2026-02-03T18:29:59.990Z')
const by = { atMs: Date.parse('2026-02-03T19:30:00Z') }

/** Runs `exit 7` in a window whose service says that it is there, and then never answers. */
async function runWithSilentService(strict: boolean, quiet?: string) {
  const never = () => new Promise<Response>(() => undefined)
  await using server = startScriptedApi(createSuccess({ mode: 'live' }), never)
  const timers = { nowMs: () => nowMs, random: () => 0, sleep: async () => undefined }
  const service = await openService({ url: server.url, env: { HEXAWATT_API_KEY: testKey }, timers })
  const said: string[] = []
  const console = {
    print: () => undefined,
    printAll: async () => undefined,
    warn: said.push.bind(said),
    progress: () => undefined,
    paint: createPaint(false),
  }
  const exitCode = await runCommand.run(
    { by, strict, quiet },
    {
      service,
      contractFile: openContractFile({ XDG_CONFIG_HOME: '/nowhere' }),
      cacheFolder: '/nowhere',
      console,
      operands: [],
      words: ['/bin/sh', '-c', 'exit 7'],
    },
  )
  return { exitCode, said, asked: server.requests.map(({ address }) => address.split('?', 1)[0]) }
}

test('a silent service does not delay the command beyond its last moment to start', async () => {
  expect(await runWithSilentService(false)).toEqual({
    exitCode: 7,
    said: ['hexawatt: Starts at once, because the service has no plan: No answer within 1 s.'],
    asked: ['/api/status', '/v1/schedule'],
  })
})

test('with --strict the command is then not started', async () => {
  const error = await catchError(runWithSilentService(true))
  expect(error).toBeInstanceOf(HexawattConnectionError)
  expect(error).toHaveProperty('kind', 'timeout')
})

test('in the hours of --quiet the command is not started without a plan, and outside of them it is', async () => {
  // 19:29 in Paris; the command takes an hour.
  expect(await catchError(runWithSilentService(false, '20h-7h'))).toBeInstanceOf(HexawattConnectionError)
  expect((await runWithSilentService(false, '20h30-7h')).exitCode).toBe(7)
})

test('a command touches quiet hours by the clock in Paris, also across midnight and a change of the clock', () => {
  const touches = (quiet: string | undefined, start: string, hours: number) =>
    touchesQuietHours(quiet, Date.parse(start), hours * 3_600_000)
  expect(touches(undefined, '2026-02-03T23:00:00Z', 5)).toBe(false)
  expect([touches('22h-7h', '2026-02-03T20:00:00Z', 1), touches('22h-7h', '2026-02-03T20:30:00Z', 1)]).toEqual([
    false,
    true,
  ])
  expect([touches('22h-7h', '2026-02-04T05:59:00Z', 1), touches('22h-7h', '2026-02-04T06:00:00Z', 15)]).toEqual([
    true,
    false,
  ])
  // 02:00 to 03:00 is left out on 29 March 2026.
  expect(touches('2:00-3:00', '2026-03-29T00:00:00Z', 3)).toBe(false)
  expect(touches('0h-24h', '2026-03-29T00:00:00Z', 1)).toBe(true)
})
