import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { renderClientTypes } from '@hexawatt/shared/openapi/client/client-types'

const folder = join(import.meta.dir, '../../clients/typescript/src/bodies')
const generated = renderClientTypes()

describe('the types of the published client', () => {
  test('the published types are what `bun run docs` generates from the contract, and no other file is next to them', async () => {
    expect((await readdir(folder)).sort()).toEqual(Object.keys(generated).sort())
    for (const [name, text] of Object.entries(generated)) expect(await Bun.file(join(folder, name)).text()).toBe(text)
  })

  test('the published types carry the contract’s descriptions with units', () => {
    expect(generated['grid.ts']).toContain('  /** Total generation, MW. */\n  totalGenerationMW: number\n')
    expect(generated['service.ts']).toContain(
      '  /** Cap of the month as a multiple of the quota. Null when requests beyond the quota are refused. */\n  overageCapMultiple: number | null\n',
    )
  })

  test('the published types say which fields can be null and which texts are possible', () => {
    expect(generated['dashboard.ts']).toContain('  scores: (number | null)[]\n')
    expect(generated['dashboard.ts']).toContain('  powerMW: { [name: string]: number } | null\n')
    expect(generated['score.ts']).toContain("  status: 'ok' | 'degraded' | 'insufficient' | null\n")
    expect(generated['score.ts']).toContain('  gridSignalStatus: GridSignalStatus | null\n')
  })
})
