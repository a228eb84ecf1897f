import { expect, test } from 'bun:test'
import { describeWindowVectors, windowVectorsFile } from './testing/write-window-vectors.ts'

test('the best windows that the Home Assistant integration is tested by are those of the planner', async () => {
  expect(await Bun.file(windowVectorsFile).json()).toEqual(describeWindowVectors())
})
