import { join } from 'node:path'
import { flag, required } from '../../command-line/command-inputs.ts'
import { command } from '../../command-line/command-line.ts'
import { runCommandLine } from '../../command-line/run-command-line.ts'
import { UsageError } from '../../command-line/usage-error.ts'
import { text } from '../../command-line/value-kinds.ts'
import { createProductDocument } from '../document.ts'
import { compareDocuments } from './compare-documents.ts'
import { createReleasedDocument, readReleasedDocument, releasedDocumentPath } from './released-document.ts'

const root = join(import.meta.dir, '../../../..')

const line = {
  name: 'release',
  command: command({
    summary: 'Part of a release: compares the OpenAPI document with the last released one, and writes both.',
    examples: ['--release 1.0.0 --out openapi.json'],
    inputs: {
      release: required(text('version'), 'version that is released'),
      out: required(text('file'), 'file for the whole document'),
      breaking: flag('the release may break clients: its major version rises'),
      check: flag('the released document is that of this release already: write only the whole document'),
    },
    read: (asked) => asked,
  }),
}

process.exitCode = await runCommandLine(line, process.argv.slice(2), async ({ release, out, breaking, check }) => {
  const present = createProductDocument()
  const released = await readReleasedDocument(root)
  const changes = released === null || released.release === release ? [] : compareDocuments({ released, present })
  if (changes.length > 0 && !breaking)
    throw new UsageError(`Not additive since ${released?.release}:\n${changes.join('\n')}`)
  await Bun.write(out, `${JSON.stringify(present, null, 1)}\n`)
  if (!check) await Bun.write(join(root, releasedDocumentPath), createReleasedDocument(present, release))
  return changes.length === 0 ? null : `Breaking since ${released?.release}:\n${changes.join('\n')}`
})
