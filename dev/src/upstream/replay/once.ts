/** Runs the work on the first call and gives everybody its result; after a failure the next call tries again. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  return () => {
    running ??= work().catch((error: unknown) => {
      running = null
      throw error
    })
    return running
  }
}
