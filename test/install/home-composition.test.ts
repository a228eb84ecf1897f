import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { repositoryRoot } from '@hexawatt/dev/src/up/data-folder/places.ts'
import { hasSetting, programNames } from '@hexawatt/dev/src/up/program-settings.ts'
import { readText, readYaml } from '../deploy/testing/deploy-files.ts'
import { homeInstruction } from './testing/home-stage.ts'
import { longestStopSeconds } from './testing/longest-stop.ts'
import { bytesIn, readUnit, secondsIn } from './testing/unit-file.ts'

const path = 'deploy/home/docker-compose.yml'

type HomeComposition = {
  services: Record<string, Record<string, unknown> & { environment: Record<string, null>; stop_grace_period: string }>
  volumes: Record<string, { name: string }>
}
const { services, volumes } = await readYaml<HomeComposition>(path)
const { hexawatt: service } = services
if (service === undefined) throw new Error(`${path} has no service hexawatt`)

const dockerfile = await readText('Dockerfile')
const instruction = (name: string): string => homeInstruction(dockerfile, name)

describe('the composition for a home', () => {
  test('it publishes the port of the image and keeps its volume under the name of `docker run`', () => {
    expect(Object.keys(services)).toEqual(['hexawatt'])
    const [volume = '', place] = String(service['volumes']).split(':')
    expect(String(service['ports'])).toEndWith(`:${instruction('EXPOSE')}`)
    expect(JSON.stringify([place])).toBe(instruction('VOLUME'))
    expect(volumes[volume]?.name).toBe('hexawatt')
  })

  test('user, command and health check are those of the image', () => {
    expect(instruction('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(instruction('HEALTHCHECK')).toContain('CMD')
    for (const name of ['user', 'command', 'entrypoint', 'healthcheck', 'build'])
      expect(service).not.toHaveProperty(name)
  })

  test('it comes back after a restart of the machine, and a stop waits longer than `up` can take', () => {
    expect(service['restart']).toBe('unless-stopped')
    expect(secondsIn(service.stop_grace_period.replace(/m$/, 'min'))).toBeGreaterThan(longestStopSeconds)
  })

  test('it has no capability, writes in its volume only, and has the memory of the unit of systemd', async () => {
    expect(service).toMatchObject({ cap_drop: ['ALL'], read_only: true, security_opt: ['no-new-privileges:true'] })
    const unit = readUnit(await readText('deploy/home/hexawatt.service')).get('Service')
    expect(bytesIn(String(service['mem_limit']))).toBe(bytesIn(unit?.get('MemoryMax')?.[0] ?? ''))
  })

  test('every setting that it hands on is one of a program, and neither has a value of its own nor takes one of the image away', () => {
    const isKnown = (setting: string) => programNames.some((name) => hasSetting(name, setting))
    const names = Object.keys(service.environment)
    expect(names.filter((setting) => !isKnown(setting))).toEqual([])
    expect(Object.values(service.environment).filter((value) => value !== null)).toEqual([])
    // A name without a value unsets the variable of the image.
    const ofImage = instruction('ENV')
      .split(' ')
      .map((pair) => pair.split('=', 1)[0] ?? '')
    expect(ofImage.filter((name) => names.includes(name))).toEqual([])
  })
})

/** Either of the two programs that read compositions. */
const composeCommand = Bun.which('docker-compose') === null ? ['docker', 'compose'] : ['docker-compose']
const isWithoutCompose =
  Bun.spawnSync([...(Bun.which('docker') === null ? ['false'] : composeCommand), 'version']).success === false
if (isWithoutCompose)
  console.warn('SKIPPED: docker compose’s own reading of the composition: it is not on this machine')

test.skipIf(isWithoutCompose)('docker compose reads it, with the image and the port of the environment', () => {
  const env = { PATH: Bun.env['PATH'] ?? '', HEXAWATT_IMAGE: 'example.org/home:1', PUBLISH_PORT: '9090' }
  const { success, stdout } = Bun.spawnSync([...composeCommand, '-f', join(repositoryRoot, path), 'config'], { env })
  expect(success).toBe(true)
  const read = stdout.toString()
  expect(read).toContain('image: example.org/home:1')
  expect(read).toMatch(/9090/)
})
