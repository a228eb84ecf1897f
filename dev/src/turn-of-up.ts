import { writeFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pollUntil } from './embedded/poll.ts'
import { listStillRunning, signalGroup } from './process-tree.ts'

/** Holds the id of the test process whose `up` may run, and that of its `up` while it runs. */
const turnFile = resolve(import.meta.dir, '../../.hexawatt/turn-of-test-up')
/** Longest wait for the turn, ms: a few runs of other files. */
const turnTimeoutMs = 150_000
/** Longest time of an orderly stop of a product, ms. */
const stopTimeoutMs = 60_000

/** The turn of this test process. */
type Turn = {
  /** Records a started `up` by its process group. At once: an unrecorded `up` would never be ended. */
  note(group: number): void
  /** Gives the turn to the next one. */
  leave(): Promise<void>
}

/**
 * Waits until no other test runs an `up`: only one may, since operator commands find the running product through one file of the project.
 *
 * @throws when the turn does not come in time
 */
export async function takeTurn(): Promise<Turn> {
  await mkdir(dirname(turnFile), { recursive: true })
  const isMine = async (): Promise<boolean> => {
    await endAbandonedUp()
    return writeFile(turnFile, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    )
  }
  if (!(await pollUntil(isMine, { intervalMs: 100, timeoutMs: turnTimeoutMs }))) {
    throw new Error(`another test's \`up\` never ended: see ${turnFile}`)
  }
  return {
    note: (group) => writeFileSync(turnFile, `${process.pid} ${group}`),
    leave: () => rm(turnFile, { force: true }),
  }
}

/** Ends the `up` of a test process that was ended before it: `up` has a process group of its own, which no signal to the tests reaches. */
export async function endAbandonedUp(): Promise<void> {
  const text = await readFile(turnFile, 'utf8').catch(() => '')
  const [holder = 0, group = 0] = text.split(' ').map(Number)
  if (holder === 0 || (await listStillRunning([holder])).length > 0) return
  if (group > 0 && (await listStillRunning([group])).length > 0) {
    signalGroup(group, 'SIGTERM')
    const hasEnded = async () => (await listStillRunning([group])).length === 0
    await pollUntil(hasEnded, { intervalMs: 50, timeoutMs: stopTimeoutMs })
  }
  await rm(turnFile, { force: true })
}
