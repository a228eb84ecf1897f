import { expect, test } from 'bun:test'
import type { RefusalCode } from '../load-curve.ts'
import vectors from '../testing/reading-vectors.json'
import { describeReadingVectors } from '../testing/write-reading-vectors.ts'
import { english } from '../texts/english.ts'

test('the vectors of reading are what the files are read as', () => {
  expect(vectors).toEqual(JSON.parse(JSON.stringify(describeReadingVectors())))
})

/** Refusals that no small text file causes, and those of workbooks, which only TypeScript reads. */
const withoutVector: readonly RefusalCode[] = [
  ...(['file-too-large', 'too-many-rows', 'workbook-damaged', 'workbook-encrypted'] as const),
  ...(['workbook-too-large', 'workbook-unsafe'] as const),
]
test('every remark and every refusal of a text has a vector', () => {
  const text = JSON.stringify(vectors)
  const codes = [...Object.keys(english.refusals), ...Object.keys(english.remarks)]
  const missing = codes.filter((code) => !text.includes(`"code":"${code}"`))
  expect(missing.toSorted()).toEqual(withoutVector.toSorted())
})
