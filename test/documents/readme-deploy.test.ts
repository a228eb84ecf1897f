import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { scripts } from '../../deploy/image/programs.ts'
import { shownCommands } from './shown-commands.ts'

const read = (path: string): Promise<string> => Bun.file(join(import.meta.dir, '../..', path)).text()
const lines = shownCommands(await read('README.md')).map(({ line }) => line)

/** The engine of containers is not there where the suite runs: the commands are held against the files that they use. */
describe('the README on containers', () => {
  test('the settings that are copied hold every one that the composition cannot start without', async () => {
    expect(lines).toContain('cp .env.example .env')
    const required = [...(await read('docker-compose.yml')).matchAll(/\$\{([A-Z_]+):\?/g)].map((match) => match[1])
    expect(new Set(required).size).toBe(2)
    const offered = [...(await read('.env.example')).matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1])
    expect(required.filter((name) => !offered.includes(name))).toEqual([])
    expect(offered).toContain('COMPOSE_PROFILES')
  })

  test('the services and the command that are called exist', async () => {
    const line = lines.find((candidate) => candidate.startsWith('docker compose exec')) ?? ''
    const [, service = '', command = ''] = line.match(/exec (\S+) hexawatt (\S+)/) ?? []
    expect(await read('docker-compose.yml')).toMatch(new RegExp(`^  ${service}:$`, 'm'))
    expect(Object.keys(scripts)).toContain(command)
  })
})
