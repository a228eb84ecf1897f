import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { ContractQuery } from '../../requests/contract-parameters.ts'
import { UsageError } from '../arguments/option-values.ts'
import { formatJson } from './console.ts'
import { findWrongField, type KeptContract, keepGiven } from './contract-rules.ts'

/** The file in which the user's contract is kept. */
export type ContractFile = {
  path: string
  /** The kept contract; null without a file. @throws UsageError that names the file and the remedy */
  read: () => Promise<KeptContract | null>
  /** Replaces the file. @throws UsageError for values that exclude each other */
  write: (contract: ContractQuery) => Promise<KeptContract>
  /** Removes the file; returns whether there was one. */
  clear: () => Promise<boolean>
}

/** Version of the format. */
const version = 1
/** A larger file is another file, bytes. */
const maxFileBytes = 16_384

/** `$XDG_CONFIG_HOME/hexawatt/contract.json`, in `~/.config` by default. A relative XDG_CONFIG_HOME is ignored (https://specifications.freedesktop.org/basedir-spec/). */
export function openContractFile(env: Readonly<Record<string, string | undefined>>): ContractFile {
  const configHome = env['XDG_CONFIG_HOME'] ?? ''
  const folder = isAbsolute(configHome) ? configHome : join(env['HOME'] || homedir(), '.config')
  const path = join(folder, 'hexawatt', 'contract.json')
  return {
    path,
    async read() {
      const text = await readText(path)
      return text === null ? null : parseFile(path, text)
    },
    async write(contract) {
      const kept = keepGiven(contract)
      await writeWhole(path, `${formatJson({ version, contract: kept })}\n`)
      return kept
    },
    async clear() {
      return await rm(path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false
          throw error
        },
      )
    },
  }
}

function refuse(path: string, reason: string): UsageError {
  return new UsageError(
    `The contract file ${path} ${reason}. Write it again with 'hexawatt contract set', or remove it with 'hexawatt contract clear'.`,
  )
}

function parseFile(path: string, text: string): KeptContract {
  if (text.length > maxFileBytes) throw refuse(path, 'is too long for a contract')
  const file = parseObject(text)
  if (file === null) throw refuse(path, 'is not a JSON object')
  const found = file['version']
  if (typeof found === 'number' && found > version) {
    throw new UsageError(
      `The contract file ${path} has version ${found}, and this program reads version ${version}: update hexawatt, or write the file again with 'hexawatt contract set'.`,
    )
  }
  const contract = file['contract']
  if (found !== version || !isObject(contract)) throw refuse(path, `has not the form of version ${version}`)
  const wrong = findWrongField(contract)
  if (wrong !== null) throw refuse(path, wrong)
  // Each field has just been checked.
  return contract as KeptContract
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of the file; null without a file. */
async function readText(path: string): Promise<string | null> {
  try {
    const file = await open(path, 'r')
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(maxFileBytes + 1), 0, maxFileBytes + 1, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw refuse(path, `cannot be read (${code})`)
  }
}

/** Writes a file that is there whole or not at all, and readable by its owner only. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
