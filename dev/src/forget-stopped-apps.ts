import { afterEach } from 'bun:test'

/** Listeners that are not of a test. */
const kept = process.listeners('beforeExit')

/**
 * Loaded before the test files of a process. `listen` of Elysia (1.4.30) leaves a listener on the process that holds the application with all that it
 * has used, also when it has long been stopped. A program listens once; of the thousand applications that tests start, 420 MB were held after thirty
 * files, and each full collection took half a second. After each test, since `afterAll` would wait for the last file of some runs.
 */
afterEach(() => {
  for (const listener of process.listeners('beforeExit')) {
    if (!kept.includes(listener)) process.off('beforeExit', listener)
  }
})
