/** Steps that undo a start. */
export type Teardown = {
  /** Adds a step; the last one added runs first. */
  add(step: () => Promise<unknown>): void
  /** Runs every step once, also when some fail. */
  run(): Promise<void>
}

/** Makes an empty teardown. */
export function createTeardown(): Teardown {
  const steps: (() => Promise<unknown>)[] = []
  let running: Promise<void> | null = null

  async function runAll(): Promise<void> {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      await step().catch((error: unknown) => console.error(`While stopping: ${messageOf(error)}`))
    }
  }

  return {
    add: (step) => void steps.push(step),
    run() {
      running ??= runAll()
      return running
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
