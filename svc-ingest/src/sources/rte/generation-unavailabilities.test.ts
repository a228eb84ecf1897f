import { describe, expect, test } from 'bun:test'
import { parseJson } from '@hexawatt/shared/upstream/http-client'
import shapeOf2016 from './fixtures/generation-unavailabilities-shape-of-2016.json'
import threeMessages from './fixtures/generation-unavailabilities-three-messages.json'
import { generationUnavailabilities, normaliseGenerationUnavailabilities } from './generation-unavailabilities.ts'

const [active] = threeMessages.generation_unavailabilities

const documentsOf = (payload: unknown) => normaliseGenerationUnavailabilities(payload).documents
const bodyOf = (changes: Record<string, unknown>) =>
  documentsOf({ generation_unavailabilities: { ...active, ...changes } })[0]?.body
const periodsOf = (...values: unknown[]) => bodyOf({ values })?.['periods']

describe('unavailability messages', () => {
  test('are documents over their event, with the periods oldest first', () => {
    const [document] = documentsOf(threeMessages)
    expect([document?.key, document?.validFrom, document?.validTo, document?.updatedAt].map(String)).toEqual([
      'EC-DEMO-0001',
      '2026-01-13T05:00:00Z',
      '2026-01-20T22:00:00Z',
      '2026-01-12T09:05:00Z',
    ])
    expect(document?.body).toEqual({
      version: 3,
      fuelType: 'NUCLEAR',
      unavailabilityType: 'PLANNED_MAINTENANCE',
      unitEicCode: '17W000000000001A',
      unitName: 'DEMO 1',
      unitType: 'GENERATION_UNIT',
      installedCapacityMw: 1310,
      eventStatus: 'ACTIVE',
      periods: [
        { start: '2026-01-13T05:00:00Z', end: '2026-01-16T05:00:00Z', availableMw: 0, unavailableMw: 1310 },
        { start: '2026-01-16T05:00:00Z', end: '2026-01-20T22:00:00Z', availableMw: 900, unavailableMw: 410 },
      ],
      reason: 'Foreseen Maintenance / Maintenance prévue',
    })
  })

  test('count in their greatest version, in any order, and 10 is greater than "9"', () => {
    const versions = (...list: unknown[]) =>
      documentsOf({ generation_unavailabilities: list.map((version) => ({ ...active, version })) }).map(
        ({ body }) => body['version'],
      )
    expect(documentsOf(threeMessages).map(({ key }) => key)).toEqual(['EC-DEMO-0001', 'EC-DEMO-0002', 'EC-DEMO-0003'])
    expect(versions('9', 10, 8)).toEqual([10])
    expect(versions(10, '9')).toEqual([10])
  })

  test('that are withdrawn or finished are kept with their status', () => {
    expect(documentsOf(threeMessages).map(({ body }) => body['eventStatus'])).toEqual([
      'ACTIVE',
      'DISMISSED',
      'INACTIVE',
    ])
  })

  test('are read with hyphens in fuel types, and with digits of a version, an updated_date or a single value', () => {
    const document = documentsOf(threeMessages)[1]
    expect(document?.body).toMatchObject({ version: 7, fuelType: 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', reason: null })
    expect(document?.updatedAt?.toString()).toBe('2026-01-13T10:05:00Z')
    expect(document?.body['periods']).toHaveLength(1)
  })

  test('derive one capacity from the other and the installed one, and leave it unknown without that', () => {
    const period = { start_date: '2026-01-13T05:00:00Z', end_date: '2026-01-14T05:00:00Z' }
    expect(periodsOf({ ...period, available_capacity: 310 })).toMatchObject([{ availableMw: 310, unavailableMw: 1000 }])
    expect(periodsOf({ ...period, unavailable_capacity: 1400 })).toMatchObject([
      { availableMw: 0, unavailableMw: 1400 },
    ])
    expect(periodsOf(period)).toMatchObject([{ availableMw: null, unavailableMw: null }])
    const unknown = { affected_asset_or_unit_installed_capacity: null, values: { ...period, available_capacity: 310 } }
    expect(bodyOf(unknown)?.['periods']).toMatchObject([{ availableMw: 310, unavailableMw: null }])
  })
})

describe('unavailability messages in an unexpected form', () => {
  test('lose only the characters of latin-1 bytes in a reason', () => {
    const [before, after] = JSON.stringify({ generation_unavailabilities: [{ ...active, reason: 'pr@vue' }] }).split(
      '@',
    )
    const body = Buffer.concat([Buffer.from(before ?? ''), Buffer.from([0xe9]), Buffer.from(after ?? '')])
    const json = parseJson({ status: 200, headers: new Headers(), body }, new URL('http://127.0.0.1/x'))
    expect(documentsOf(json)[0]?.body).toMatchObject({ unitName: 'DEMO 1', reason: 'pr�vue' })
  })

  test('get a reason of one line of at most 300 characters that a database accepts', () => {
    expect(bodyOf({ reason: ' Essais\u0000 \n\n en cours ' })?.['reason']).toBe('Essais en cours')
    const long = bodyOf({ reason: `${'x'.repeat(299)}😀 and so on` })?.['reason']
    expect(long).toBe(`${'x'.repeat(299)}\ufffd`)
  })

  test('lose, and count, a period of impossible capacity or without length', () => {
    const good = { start_date: '2026-01-13T05:00:00Z', end_date: '2026-01-14T05:00:00Z', unavailable_capacity: 100 }
    const values = [good, { ...good, unavailable_capacity: -5 }, { ...good, end_date: good.start_date }]
    const { documents, unreadableSlots } = normaliseGenerationUnavailabilities({
      generation_unavailabilities: [{ ...active, values }],
    })
    expect(documents[0]?.body['periods']).toHaveLength(1)
    expect(unreadableSlots).toBe(2)
  })

  test('are kept with an empty publication date, an odd name, or a status in another letter case', () => {
    const odd = { publication_date: '', affected_asset_or_unit_name: 7, reason: ['x'], event_status: 'Dismissed' }
    const { documents, unreadableSlots } = normaliseGenerationUnavailabilities({
      generation_unavailabilities: [{ ...active, updated_date: undefined, ...odd }],
    })
    expect([documents[0]?.updatedAt, unreadableSlots]).toEqual([null, 0])
    expect(documents[0]?.body).toMatchObject({ unitName: null, reason: null, eventStatus: 'DISMISSED' })
  })

  test('are counted when unreadable, and the others are kept', () => {
    const reversed = { ...active, identifier: 'B', end_date: '2026-01-01T00:00:00Z' }
    const unversioned = { ...active, identifier: 'C', version: 'last' }
    const { documents, unreadableSlots } = normaliseGenerationUnavailabilities({
      generation_unavailabilities: [reversed, unversioned, active],
    })
    expect([documents.length, unreadableSlots]).toEqual([1, 2])
  })

  test('of 2016 are refused because they have no capacities', () => {
    expect(() => normaliseGenerationUnavailabilities(shapeOf2016)).toThrow(/none of 1 records can be read.*fuel_type/)
  })

  test('may be absent, which is no error', () => {
    expect(documentsOf({ generation_unavailabilities: [] })).toEqual([])
  })
})

test('one call requests the last version of every event from yesterday to two weeks ahead, with bounds in UTC', () => {
  const now = Temporal.Instant.from('2026-03-28T12:00:00Z')
  const calls = generationUnavailabilities.calls({ now, lastSuccess: null, newestSlotEnd: null })
  const asked = { date_type: 'EVENT_DATE', last_version: 'true' }
  const bounds = { start_date: '2026-03-26T23:00:00Z', end_date: '2026-04-11T22:00:00Z' }
  expect(calls.map(({ query }) => query)).toEqual([{ ...asked, ...bounds }])
  expect(calls.map((call) => call.asked)).toEqual([asked])
})
