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
  test('a message is a document over its event, with its periods oldest first', () => {
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

  test('the greatest version of a message wins, in whatever order they come, and 10 is greater than "9"', () => {
    const versions = (...list: unknown[]) =>
      documentsOf({ generation_unavailabilities: list.map((version) => ({ ...active, version })) }).map(
        ({ body }) => body['version'],
      )
    expect(documentsOf(threeMessages).map(({ key }) => key)).toEqual(['EC-DEMO-0001', 'EC-DEMO-0002', 'EC-DEMO-0003'])
    expect(versions('9', 10, 8)).toEqual([10])
    expect(versions(10, '9')).toEqual([10])
  })

  test('withdrawn and finished messages are kept with their status', () => {
    expect(documentsOf(threeMessages).map(({ body }) => body['eventStatus'])).toEqual([
      'ACTIVE',
      'DISMISSED',
      'INACTIVE',
    ])
  })

  test('hyphens of a fuel type become underscores; digits of a version, updated_date and a single value are read', () => {
    const document = documentsOf(threeMessages)[1]
    expect(document?.body).toMatchObject({ version: 7, fuelType: 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', reason: null })
    expect(document?.updatedAt?.toString()).toBe('2026-01-13T10:05:00Z')
    expect(document?.body['periods']).toHaveLength(1)
  })

  test('one capacity gives the other as what remains of the installed one; without that it stays unknown', () => {
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

describe('bytes and shapes that are not as agreed', () => {
  test('latin-1 bytes in a reason cost their characters only', () => {
    const [before, after] = JSON.stringify({ generation_unavailabilities: [{ ...active, reason: 'pr@vue' }] }).split(
      '@',
    )
    const body = Buffer.concat([Buffer.from(before ?? ''), Buffer.from([0xe9]), Buffer.from(after ?? '')])
    const json = parseJson({ status: 200, headers: new Headers(), body }, new URL('http://127.0.0.1/x'))
    expect(documentsOf(json)[0]?.body).toMatchObject({ unitName: 'DEMO 1', reason: 'pr�vue' })
  })

  test('a reason is one line of at most 300 characters that a database takes', () => {
    expect(bodyOf({ reason: ' Essais\u0000 \n\n en cours ' })?.['reason']).toBe('Essais en cours')
    const long = bodyOf({ reason: `${'x'.repeat(299)}😀 and so on` })?.['reason']
    expect(long).toBe(`${'x'.repeat(299)}\ufffd`)
  })

  test('a capacity that no plant has, or a period without length, costs the period and is counted', () => {
    const good = { start_date: '2026-01-13T05:00:00Z', end_date: '2026-01-14T05:00:00Z', unavailable_capacity: 100 }
    const values = [good, { ...good, unavailable_capacity: -5 }, { ...good, end_date: good.start_date }]
    const { documents, unreadableSlots } = normaliseGenerationUnavailabilities({
      generation_unavailabilities: [{ ...active, values }],
    })
    expect(documents[0]?.body['periods']).toHaveLength(1)
    expect(unreadableSlots).toBe(2)
  })

  test('an empty date of publication, an odd name, or a status in another letter case does not discard a message', () => {
    const odd = { publication_date: '', affected_asset_or_unit_name: 7, reason: ['x'], event_status: 'Dismissed' }
    const { documents, unreadableSlots } = normaliseGenerationUnavailabilities({
      generation_unavailabilities: [{ ...active, updated_date: undefined, ...odd }],
    })
    expect([documents[0]?.updatedAt, unreadableSlots]).toEqual([null, 0])
    expect(documents[0]?.body).toMatchObject({ unitName: null, reason: null, eventStatus: 'DISMISSED' })
  })

  test('an unreadable message is counted and does not cost the others', () => {
    const reversed = { ...active, identifier: 'B', end_date: '2026-01-01T00:00:00Z' }
    const unversioned = { ...active, identifier: 'C', version: 'last' }
    const { documents, unreadableSlots } = normaliseGenerationUnavailabilities({
      generation_unavailabilities: [reversed, unversioned, active],
    })
    expect([documents.length, unreadableSlots]).toEqual([1, 2])
  })

  test('the shape of 2016 is refused with the reason: it has no capacities', () => {
    expect(() => normaliseGenerationUnavailabilities(shapeOf2016)).toThrow(/none of 1 records can be read.*fuel_type/)
  })

  test('no message is not an error', () => {
    expect(documentsOf({ generation_unavailabilities: [] })).toEqual([])
  })
})

test('one call asks for the last version of every event from yesterday to two weeks ahead, bounds in UTC', () => {
  const now = Temporal.Instant.from('2026-03-28T12:00:00Z')
  const calls = generationUnavailabilities.calls({ now, lastSuccess: null, newestSlotEnd: null })
  const asked = { date_type: 'EVENT_DATE', last_version: 'true' }
  const bounds = { start_date: '2026-03-26T23:00:00Z', end_date: '2026-04-11T22:00:00Z' }
  expect(calls.map(({ query }) => query)).toEqual([{ ...asked, ...bounds }])
  expect(calls.map((call) => call.asked)).toEqual([asked])
})
