import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/** Maximum number of messages in a mailbox; the oldest are deleted. */
export const maxStoredMails = 100

const StoredMail = v.object({
  at: v.string(),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
})
/** A message of the mailbox, with the instant at which it was stored (ISO 8601). */
export type StoredMail = v.InferOutput<typeof StoredMail>

/** Names sort by age. */
const fileShape = /^\d{15}-[0-9a-f]{16}\.json$/

/** Keeps a message in the mailbox, whose files only this user can read. */
export async function storeMail(folder: string, { to, subject, text }: Omit<StoredMail, 'at'>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const nowMs = Date.now()
  const name = `${String(nowMs).padStart(15, '0')}-${crypto.getRandomValues(new Uint8Array(8)).toHex()}.json`
  const stored: StoredMail = { at: new Date(nowMs).toISOString(), to, subject, text }
  const draft = join(folder, `.${name}`)
  await writeFile(draft, JSON.stringify(stored), { mode: 0o600 })
  await rename(draft, join(folder, name))
  const surplus = (await listFileNames(folder)).slice(maxStoredMails)
  await Promise.all(surplus.map((old) => rm(join(folder, old), { force: true })))
}

/** The messages of a mailbox, newest first, at most {@link maxStoredMails}; none where there is no folder. */
export async function readMails(folder: string): Promise<StoredMail[]> {
  const names = (await listFileNames(folder)).slice(0, maxStoredMails)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => null)))
  return texts.flatMap((text) => {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), StoredMail), text)
    return read.success ? [read.output] : []
  })
}

async function listFileNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => fileShape.test(name))
    .sort()
    .reverse()
}
