import type { DatasetAnswer, OpenDataset } from '../definition/dataset.ts'

/** Contents of an answer: values of feeds, of regions, and published intensities. */
export type AnswerContents = {
  ofFeeds: ReturnType<OpenDataset['read']>
  regions: ReturnType<NonNullable<OpenDataset['readRegions']>>
  intensities: ReturnType<NonNullable<OpenDataset['readIntensities']>>
}

/** Runs every reader of a dataset on an answer. @throws UpstreamError as they do */
export function readAnswer(dataset: OpenDataset, answer: DatasetAnswer): AnswerContents {
  return {
    ofFeeds: dataset.read(answer),
    regions: dataset.readRegions?.(answer) ?? { rows: [], unreadableRows: 0 },
    intensities: dataset.readIntensities?.(answer) ?? [],
  }
}
