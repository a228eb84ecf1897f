import { describe, expect, test } from 'bun:test'
import type { RowOrigin } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { auditVersions, type Content, type ContentKind, type PayloadArrival } from './audit-versions.ts'

type Figure = Content & { key: string; value: number }

const kind: ContentKind<Figure> = {
  keyOf: ({ key }) => key,
  wholeOf: ({ key }) => key,
  isSame: (a, b) => a.value === b.value,
  textOf: ({ key, value }) => `${key}=${value}`,
}

const hour = (text: string) => Temporal.Instant.from(`2026-02-03T${text}:00Z`)

/** A version: `x=1`, known from 10:00, by payload 1, with the publisher's date or none. */
function version(content: string, knownFrom: string, payloadId: string, updated: string | null = null) {
  const [key = '', value = ''] = content.split('=')
  const sourceUpdatedAt = updated === null ? null : hour(updated)
  return {
    key,
    value: Number(value),
    sourceUpdatedAt,
    publisher: 'rte' as const,
    knownFrom: hour(knownFrom),
    payloadId,
  }
}

const given = (content: string, updated: string | null = null): Figure => version(content, '00:00', '0', updated)

/** Content of each payload. */
function audit(stored: (Figure & RowOrigin)[], payloads: Record<string, Figure[] | null>) {
  const { versions, findings } = auditVersions(
    kind,
    stored,
    ({ payloadId }: PayloadArrival) => payloads[payloadId] ?? null,
  )
  return { versions: versions.map((item) => `${kind.textOf(item)} by ${item.payloadId}`), findings }
}

describe('versions', () => {
  test('that match their payloads are proved by them, and repeated values add none', () => {
    const stored = [version('x=1', '10:00', '1'), version('x=2', '12:00', '3'), version('y=5', '11:00', '2')]
    expect(
      audit(stored, { 1: [given('x=1')], 2: [given('x=1'), given('y=5')], 3: [given('x=2'), given('y=5')] }),
    ).toEqual({ versions: ['x=1 by 1', 'y=5 by 2', 'x=2 by 3'], findings: [] })
  })

  test('are corrected to the payload where something else is stored', () => {
    expect(audit([version('x=1', '10:00', '1')], { 1: [given('x=7')] })).toEqual({
      versions: ['x=7 by 1'],
      findings: ['x=1 is stored as known from 2026-02-03T10:00:00Z, payload 1 gives x=7'],
    })
  })

  test('that their payloads do not contain, or contain with another publisher’s date, are reported', () => {
    const stored = [version('x=1', '10:00', '1'), version('y=1', '10:00', '1', '09:00')]
    expect(audit(stored, { 1: [given('y=1', '08:00')] })).toEqual({
      versions: ['y=1 by 1'],
      findings: [
        'x=1 is stored as known from 2026-02-03T10:00:00Z, payload 1 does not give it',
        'y=1 is stored as known from 2026-02-03T10:00:00Z with another date of its publisher than payload 1 gives',
      ],
    })
  })

  test('that are missing are reported once, however many payloads repeat them', () => {
    const stored = [version('y=1', '10:00', '1'), version('y=2', '11:00', '2')]
    expect(audit(stored, { 1: [given('x=1'), given('y=1')], 2: [given('x=1'), given('y=2')] })).toEqual({
      versions: ['y=1 by 1', 'x=1 by 1', 'y=2 by 2'],
      findings: ['x=1 is given by payload 1 and is not stored'],
    })
  })

  test('are not expected where the publisher dates a value before the stored one', () => {
    const stored = [version('x=1', '10:00', '1', '09:30'), version('y=2', '11:00', '2')]
    expect(audit(stored, { 1: [given('x=1', '09:30')], 2: [given('x=9', '08:00'), given('y=2')] }).findings).toEqual([])
    expect(audit(stored, { 1: [given('x=1', '09:30')], 2: [given('x=9', '09:30'), given('y=2')] }).findings).toEqual([
      'x=9 is given by payload 2 and is not stored',
    ])
  })

  test('whose payloads prove nothing are left out', () => {
    const stored = [version('x=1', '10:00', '1'), version('x=2', '11:00', '2')]
    expect(audit(stored, { 1: [given('x=1')], 2: null })).toEqual({ versions: ['x=1 by 1'], findings: [] })
  })
})
