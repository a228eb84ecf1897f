import type { OpenDataset } from './dataset.ts'

/** Every dataset that is read from an open source. */
export const datasetRegistry: readonly OpenDataset[] = []

/** The dataset of an id; undefined when it names none (a feed of the operator, for instance). */
export function findDataset(id: string): OpenDataset | undefined {
  return datasetRegistry.find((dataset) => dataset.id === id)
}
