import { expect, test } from 'bun:test'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import * as v from 'valibot'
import { publisherEnv, warnOfMissingPublisher, warnOfMissingSecurityContact } from './publisher-settings.ts'

const { sql } = await useTestDatabase()

async function warningsFor(settings: Record<string, string>): Promise<unknown[]> {
  const logged: unknown[] = []
  await warnOfMissingPublisher(parseEnv(v.object(publisherEnv), settings), sql, {
    warn: (facts: object) => void logged.push(facts),
  })
  return logged
}

test('an operator of live data is warned of what the legal notice lacks, of other data not', async () => {
  expect(await warningsFor({})).toEqual([])
  await ensureDataMode(sql, 'open')
  expect(await warningsFor({})).toEqual([])
  await ensureDataMode(sql, 'live')
  const stated = {
    PUBLISHER_NAME: 'Watt',
    PUBLISHER_ADDRESS: '1 rue du Watt, Paris',
    HOSTING_PROVIDER: 'Nuages, Lille',
  }
  expect(await warningsFor(stated)).toEqual([
    { settings: ['PUBLISHER_CONTACT', 'PUBLISHER_PHONE', 'PUBLICATION_DIRECTOR'] },
  ])
  const all = {
    ...stated,
    PUBLISHER_CONTACT: 'a@b.example',
    PUBLISHER_PHONE: '01 23 45 67 89',
    PUBLICATION_DIRECTOR: 'A. Watt',
  }
  expect(await warningsFor(all)).toEqual([])
})

test('an operator on the internet is warned that no one can report a vulnerability, one at home is not', () => {
  const warningsAt = (publicBaseUrl: string, settings: Record<string, string> = {}): unknown[] => {
    const logged: unknown[] = []
    warnOfMissingSecurityContact(parseEnv(v.object(publisherEnv), settings), publicBaseUrl, {
      warn: (facts: object) => void logged.push(facts),
    })
    return logged
  }
  expect(warningsAt('https://watt.example')).toEqual([{ settings: ['SECURITY_CONTACT', 'PUBLISHER_CONTACT'] }])
  expect(warningsAt('http://localhost:8080')).toEqual([])
  for (const name of ['SECURITY_CONTACT', 'PUBLISHER_CONTACT'])
    expect(warningsAt('https://watt.example', { [name]: 'a@b.example' })).toEqual([])
})
