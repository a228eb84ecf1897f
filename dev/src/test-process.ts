import { afterEach } from 'bun:test'

// Every test process loads this file before its test files.

// This process has its heap size already. Programs that tests start must not inherit it: some tests check how much memory they need.
delete process.env['BUN_JSC_largeHeapSize']

/** Listeners that no test has added. */
const kept = process.listeners('beforeExit')

/**
 * `listen` of Elysia (1.4.30) adds a listener to the process and never removes it, so that a stopped application stays in memory with all that it used. A
 * program listens once or twice; tests start many applications: after thirty files a process held 420 MB, and each full collection took half a second.
 * Runs in one process call `afterAll` only after the last file, hence `afterEach`.
 */
afterEach(() => {
  for (const listener of process.listeners('beforeExit')) {
    if (!kept.includes(listener)) process.off('beforeExit', listener)
  }
})

const collect = Bun.gc

/**
 * Elysia asks for a collection (`Bun.gc(false)`) each time it compiles an application or listens, about four times a start: a program does so once, tests
 * a thousand times, each for ten milliseconds. What the product asks for itself (`Bun.gc(true)`) is done.
 */
Object.defineProperty(Bun, 'gc', { value: (isDoneAtOnce = false) => (isDoneAtOnce ? collect(true) : 0) })
