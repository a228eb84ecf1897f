import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataModes } from '@hexawatt/shared/grid/feeds'
import * as v from 'valibot'
import { findRunningFolder, isRunningUp, type RunningInstallation } from '../../bootstrap/running-installations.ts'
import { pollUntil } from '../../embedded/poll.ts'
import { SetupError } from '../../embedded/setup-error.ts'
import { lockFolder } from './folder-lock.ts'
import { repositoryRoot } from './places.ts'

/** Everything that `up` stores about a data folder. */
const RunFile = v.object({
  /** Process that runs on the folder; null = none. */
  pid: v.nullable(v.number()),
  /** Mode of the data of which values have been served; null = none yet. */
  servedMode: v.nullable(v.picklist(dataModes)),
  /** First Paris day of the fill of the past, and whether the fill has finished; null = no start has filled. */
  history: v.nullable(v.object({ from: v.pipe(v.string(), v.isoDate()), done: v.boolean() })),
})
type RunFile = v.InferOutput<typeof RunFile>

/** The run file of a running `up`: it also names the target of operator commands. */
export type OpenRunFile = {
  /** Changes values that later starts read. */
  note(change: Partial<Pick<RunFile, 'servedMode' | 'history'>>): Promise<void>
  /** Writes where the stores and the upstreams are, for the operator's commands. */
  announce(installation: RunningInstallation): Promise<void>
  close(): Promise<void>
}

const fileIn = (dataDir: string): string => join(dataDir, 'run.json')

/** Longest time that another start takes to claim a folder, ms. */
const claimTimeoutMs = 1_000

const parsed = <Output>(schema: v.GenericSchema<unknown, Output>, text: string): Output | null => {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return result.success ? result.output : null
}

/** Values of earlier starts; empty when there was none or the file is unreadable. */
export async function readRunFile(dataDir: string): Promise<RunFile> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  if (text === null) return { ...empty, ...(await readFormerNotes(dataDir)) }
  return parsed(RunFile, text) ?? empty
}

const empty: RunFile = { pid: null, servedMode: null, history: null }

/** Versions before 2026-11-26 wrote three notes instead, until the first start of this version. */
const formerNotes = { pid: 'up.pid', servedMode: 'held-data.json', history: 'history.json' } as const

async function readFormerNotes(dataDir: string): Promise<RunFile> {
  const textOf = (name: string) => readFile(join(dataDir, name), 'utf8').catch(() => '')
  return {
    pid: Number(await textOf(formerNotes.pid)) || null,
    servedMode: parsed(v.object({ mode: v.picklist(dataModes) }), await textOf(formerNotes.servedMode))?.mode ?? null,
    history: parsed(RunFile.entries.history, await textOf(formerNotes.history)),
  }
}

/**
 * Claims the data folder for this process.
 *
 * @throws SetupError with the process id of the `up` that holds it
 */
export async function openRunFile(dataDir: string): Promise<OpenRunFile> {
  const file = fileIn(dataDir)
  const claim = `${file}.new`
  await takeClaim(claim)
  let unlock = (): void => undefined
  let content: RunFile & { installation: RunningInstallation | null }
  try {
    const former = await readRunFile(dataDir)
    if (former.pid !== null && isRunningUp(former.pid)) throw heldBy(former.pid, dataDir)
    unlock = await lockFolder(dataDir)
    content = { ...former, pid: process.pid, installation: null }
    await writePrivately(claim, content)
    await rename(claim, file)
  } catch (error) {
    unlock()
    await rm(claim, { force: true })
    throw error
  }
  for (const name of Object.values(formerNotes)) await rm(join(dataDir, name), { force: true })
  const link = join(findRunningFolder(repositoryRoot), `${process.pid}.json`)
  let lastWrite: Promise<void> = Promise.resolve()

  /** One write after the other, each whole: readers never see a part. */
  function change(changed: Partial<typeof content>): Promise<void> {
    content = { ...content, ...changed }
    const draft = `${file}.${process.pid}`
    // A write that failed, on a full disk for example, does not stop those after it.
    lastWrite = lastWrite
      .catch(() => undefined)
      .then(async () => {
        await writePrivately(draft, content)
        await rename(draft, file)
      })
    return lastWrite
  }

  return {
    note: change,
    async announce(installation) {
      await change({ installation })
      // A read-only project holds no link: commands then need DATABASE_URL.
      await linkFromProject(link, file).catch(() => undefined)
    },
    async close() {
      await rm(link, { force: true })
      await change({ pid: null, installation: null })
      unlock()
    },
  }
}

/** Only one start at a time looks at the file and replaces it. A claim that stays was left by a start that was killed. */
async function takeClaim(claim: string): Promise<void> {
  const take = () =>
    writeFile(claim, '', { flag: 'wx', mode: 0o600 }).then(
      () => true,
      () => false,
    )
  if (await pollUntil(take, { intervalMs: 20, timeoutMs: claimTimeoutMs })) return
  await rm(claim, { force: true })
  await writeFile(claim, '', { flag: 'wx', mode: 0o600 })
}

function heldBy(pid: number, dataDir: string): SetupError {
  return new SetupError(
    `Another \`up\` (process ${pid}) runs on ${dataDir}: stop it with Ctrl-C, or choose another folder with --data-dir.`,
  )
}

/** Mode 0600: the file holds passwords. */
function writePrivately(path: string, content: object): Promise<void> {
  return writeFile(path, `${JSON.stringify(content)}\n`, { mode: 0o600 })
}

/** Commands look for running installations in the project: a data folder may be anywhere. */
async function linkFromProject(link: string, file: string): Promise<void> {
  const folder = findRunningFolder(repositoryRoot)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    if (!isRunningUp(Number(name.split('.', 1)[0]))) await rm(join(folder, name), { force: true })
  }
  await symlink(file, link)
}
