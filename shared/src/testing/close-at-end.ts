import { afterAll } from 'bun:test'

type Close = () => unknown

/** Of the test file that runs: the files of a process run one after the other. */
const opened: Close[] = []

/** Closes something after the last test of the file; the last opened is closed first. For use outside of a test's body. */
export function closeAtEnd(close: Close): void {
  if (opened.length === 0) afterAll(closeAll)
  opened.push(close)
}

/** Stops something after the last test of the file, as `closeAtEnd`. @returns it */
export function stopAtEnd<Started extends { stop(): unknown }>(started: Started): Started {
  closeAtEnd(() => started.stop())
  return started
}

/** @throws the errors of closing, after everything else is closed */
async function closeAll(): Promise<void> {
  const failures: unknown[] = []
  for (const close of opened.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'something could not be closed')
}
