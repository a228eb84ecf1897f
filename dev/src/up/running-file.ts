import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { repositoryRoot } from './data-folder.ts'
import { isRunningUp } from './folder-lock.ts'

/** Where `dev/bootstrap.ts` finds the stores and the ingest settings of a running `up`, for the operator's commands. */
const runningFile = join(repositoryRoot, '.hexawatt/running.json')

export type RunningSystem = {
  pid: number
  databaseUrl: string
  redisUrl: string
  /** Settings of svc-ingest beside the stores: its upstreams, the kind of data, the data's clock. */
  ingest: Record<string, string>
}

const RunningPid = v.pipe(v.string(), v.parseJson(), v.object({ pid: v.number() }))

/**
 * Tells the operator's commands where the stores and the upstreams are (mode 0600: it holds passwords). A read-only project
 * goes without, and an `up` that runs already keeps its note.
 *
 * @returns takes the note back
 */
export async function announceSystem(system: RunningSystem): Promise<() => Promise<void>> {
  const known = v.safeParse(RunningPid, await readNote())
  if (known.success && (await isRunningUp(known.output.pid))) return async () => undefined
  const draft = `${runningFile}.${system.pid}`
  const text = JSON.stringify(system)
  await writeFile(draft, text, { mode: 0o600 })
    .then(() => rename(draft, runningFile))
    .catch(() => undefined)
  return async () => {
    if ((await readNote()) === text) await rm(runningFile, { force: true })
  }
}

function readNote(): Promise<string | null> {
  return readFile(runningFile, 'utf8').catch(() => null)
}
