import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { scripts } from '../../deploy/image/programs.ts'
import { readText, settingsOf } from '../deploy/testing/deploy-files.ts'
import { homeInstruction } from '../install/testing/home-stage.ts'
import { installLines } from './testing/install-facts.ts'
import { readmeCommands } from './testing/readme-facts.ts'
import { shownCommands } from './testing/shown-commands.ts'

const lines = shownCommands(await readText('docs/operate/containers.md')).map(({ line }) => line)

test('the README builds the image for a home as docs/install does, and runs it with the port and the volume of the Dockerfile', async () => {
  const { buildHome, runHome } = readmeCommands
  expect(installLines).toContain(buildHome)
  const dockerfile = await readText('Dockerfile')
  const [, port, volume, image] = runHome.match(/^docker run -p 8080:(\d+) -v hexawatt:(\S+) (\S+)$/) ?? []
  expect([port, `["${volume}"]`]).toEqual(['EXPOSE', 'VOLUME'].map((name) => homeInstruction(dockerfile, name)))
  expect(buildHome).toContain(` -t ${image} `)
})

/** The engine of containers is not there where the suite runs: the commands are held against the files that they use. */
describe('docs/operate/containers.md', () => {
  test('the settings that are copied hold every one that the composition cannot start without', async () => {
    expect(lines).toContain('cp .env.example .env')
    const required = [...(await readText('docker-compose.yml')).matchAll(/\$\{([A-Z_]+):\?/g)].map(
      ([, name = '']) => name,
    )
    expect(new Set(required).size).toBe(8)
    const offered = [...settingsOf(await readText('.env.example')).keys()]
    expect(required.filter((name) => !offered.includes(name))).toEqual([])
    expect(offered).toContain('COMPOSE_PROFILES')
  })

  test('the lines before the start, as they are typed, make every secret, and leave those that are there', async () => {
    const { copySettings, makeSecrets } = readmeCommands
    expect(lines.slice(lines.indexOf(copySettings)).slice(0, 2)).toEqual([copySettings, makeSecrets])
    const example = await readText('.env.example')
    expect(example).toContain(makeSecrets)
    const folder = await mkdtemp(join(tmpdir(), 'hexawatt-env-'))
    try {
      await Bun.write(join(folder, '.env.example'), example)
      await $`sh -c ${copySettings} && sh -c ${makeSecrets}`.cwd(folder).quiet()
      const made = await Bun.file(join(folder, '.env')).text()
      const secrets = [...(await readText('docker-compose.yml')).matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name)
      for (const name of secrets) expect(made).toMatch(new RegExp(`^${name}=[0-9a-f]{64}$`, 'm'))
      await $`sh -c ${makeSecrets}`.cwd(folder).quiet()
      expect(await Bun.file(join(folder, '.env')).text()).toBe(made)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('the services and the command that are called exist', async () => {
    const line = lines.find((candidate) => candidate.startsWith('docker compose exec')) ?? ''
    const [, service = '', command = ''] = line.match(/exec (\S+) hexawatt (\S+)/) ?? []
    expect(await readText('docker-compose.yml')).toMatch(new RegExp(`^  ${service}:$`, 'm'))
    expect(Object.keys(scripts)).toContain(command)
  })
})
