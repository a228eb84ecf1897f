import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SetupError } from '../embedded/setup-error.ts'
import { takeFileLock } from '../embedded/system/file-lock.ts'
import { findEngine } from './engine.ts'
import { removeLeftovers } from './leftovers.ts'

/** A run of the tests of containers: an engine with base images, and everything in it that the tests make. */
export type ContainerRun = {
  /** Environment of the tests. */
  settings: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Folder of the copies of the sources from which the tests build images; removed at the end of the run. */
const copiesFolder = resolve(import.meta.dir, '../../../.hexawatt/containers')
/** Held by the run whose containers are in the engine: names, networks and ports are the same in every run. */
const lockFile = join(tmpdir(), 'hexawatt-containers.lock')
/** Longest wait for another run, ms. */
const patienceMs = 1_800_000

/**
 * Finds or starts an engine, removes what a run that was killed has left in it, and says which base images are used.
 *
 * @throws when another run never ends, or when the wait for it is interrupted
 */
export async function startContainerRun(signal: AbortSignal): Promise<ContainerRun> {
  console.log('One run of the tests of containers at a time: waits for its turn if there is another …')
  const release = await takeFileLock(lockFile, patienceMs, signal)
  if (signal.aborted) {
    await release?.()
    throw new SetupError('Interrupted before its turn came.')
  }
  if (release === null) throw new SetupError(`Another run of the tests of containers never ended: see ${lockFile}.`)
  const found = await findEngine((line) => console.log(line), signal)
  const removeAll = async (): Promise<void> => {
    if (found.bases !== null) await removeLeftovers()
    await rm(copiesFolder, { recursive: true, force: true })
  }
  await removeAll()
  if (found.missing !== null) console.warn(`SKIPPED: every test of containers: ${found.missing}`)
  return {
    settings:
      found.bases === null
        ? { HEXAWATT_TEST_CONTAINERS_MISSING: found.missing }
        : { HEXAWATT_TEST_CONTAINERS_BASES: found.bases, HEXAWATT_TEST_CONTAINERS_RUN: crypto.randomUUID() },
    async stop() {
      await removeAll()
      await found.stop()
      await release()
    },
  }
}
