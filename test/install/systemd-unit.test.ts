import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot, systemFolder } from '@hexawatt/dev/src/up/data-folder/places.ts'
import { upCommandLine } from '@hexawatt/dev/src/up/options.ts'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { readText } from '../deploy/testing/deploy-files.ts'
import { homeInstruction } from './testing/home-stage.ts'
import { longestStopSeconds } from './testing/longest-stop.ts'
import { bytesIn, readUnit, secondsIn } from './testing/unit-file.ts'

const path = 'deploy/home/hexawatt.service'
const text = await readText(path)
const unit = readUnit(text)
const service = unit.get('Service') ?? new Map<string, readonly string[]>()
const settingOf = (name: string): string => service.get(name)?.join('\n') ?? ''

/** Highest exposure that the hardening of the unit may leave, by the scale of systemd: 0 to 10. */
const highestExposure = 2

/** Command that lists the words of ExecStart after the program. */
const [program = '', ...words] = settingOf('ExecStart').split(' ')

describe('the unit for a home', () => {
  test('it starts `up` as the script of package.json does, with the options of the image: real data, for the whole house, the key in a file', async () => {
    const { scripts } = JSON.parse(await readText('package.json'))
    const command = words.slice(1, 3).join(' ')
    expect([program, `${words[0]} ${command}`]).toEqual(['/usr/bin/env', scripts.up])
    for (const script of words.slice(1, 3)) expect(existsSync(join(repositoryRoot, script))).toBe(true)
    const options = words.slice(3)
    const expected = { mode: null, prefersReal: true, keyInFile: true, host: '0.0.0.0', port: 8080 }
    expect(readCommandLine(upCommandLine, options)).toMatchObject(expected)
    const entrypoint: string[] = JSON.parse(homeInstruction(await readText('Dockerfile'), 'ENTRYPOINT'))
    expect(entrypoint.slice(-options.length).toSorted()).toEqual(options.toSorted())
  })

  test('it runs as a user of its own that can write its state folder only, which is where `up` keeps data', () => {
    expect(settingOf('User')).toBe('hexawatt')
    expect(`/var/lib/${settingOf('StateDirectory')}`).toBe(systemFolder)
    expect(['ProtectSystem', 'ProtectHome', 'NoNewPrivileges', 'CapabilityBoundingSet'].map(settingOf)).toEqual([
      'strict',
      'yes',
      'yes',
      '',
    ])
    expect(service.has('ReadWritePaths')).toBe(false)
    expect(text).toContain(`# ${systemFolder}, to which ${settingOf('WorkingDirectory')}/.hexawatt is a link`)
  })

  test('a stop waits longer than `up` can take, and the signal reaches `up` only', () => {
    expect(secondsIn(settingOf('TimeoutStopSec'))).toBeGreaterThan(longestStopSeconds)
    expect(settingOf('KillMode')).toBe('mixed')
  })

  test('a failure is followed by a new start, and memory is bounded', () => {
    expect([settingOf('Restart'), settingOf('OOMPolicy')]).toEqual(['on-failure', 'continue'])
    expect(bytesIn(settingOf('MemoryHigh'))).toBeLessThan(bytesIn(settingOf('MemoryMax')))
    expect(unit.get('Install')?.get('WantedBy')).toEqual(['multi-user.target'])
  })
})

const isWithoutSystemd = Bun.which('systemd-analyze') === null
if (isWithoutSystemd) console.warn('SKIPPED: systemd’s own check of its unit: systemd-analyze is not on this machine')

describe.skipIf(isWithoutSystemd)('systemd-analyze', () => {
  test('accepts the unit without a word, and names a setting that it does not know', async () => {
    expect(await analyze('verify', '--man=no', join(repositoryRoot, path))).toEqual({ code: 0, printed: '' })
    const folder = await mkdtemp(join(tmpdir(), 'unit-'))
    const misspelt = join(folder, 'hexawatt.service')
    await writeFile(misspelt, text.replace('ProtectHome=', 'ProtectHomes='))
    expect((await analyze('verify', '--man=no', misspelt)).printed).toContain('ProtectHomes')
    await rm(folder, { recursive: true })
  })

  test('finds the service little exposed', async () => {
    const { code, printed } = await analyze(
      'security',
      '--offline=true',
      `--threshold=${10 * highestExposure}`,
      '--no-pager',
      join(repositoryRoot, path),
    )
    expect([code, printed.match(/exposure level for hexawatt\.service: ([\d.]+)/)?.[1]]).toEqual([
      0,
      expect.stringMatching(/^[01]\.\d$/),
    ])
  })
})

async function analyze(...args: string[]): Promise<{ code: number; printed: string }> {
  const child = Bun.spawn(['systemd-analyze', ...args], { stdout: 'pipe', stderr: 'pipe' })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, printed: output + errors }
}
