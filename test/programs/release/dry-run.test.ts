import { afterAll, expect, test } from 'bun:test'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import { version as present } from '../../../package.json'
import { environment } from '../testing/environment.ts'
import { run, runToEnd } from '../testing/run-command.ts'

// A dry run of the next major version in a clean clone: the tools of Python are kept between runs, everything else is made anew.

const repositoryRoot = join(import.meta.dir, '../../..')
const folder = await makeTemporaryFolder({ holdsPrograms: true })
afterAll(() => rm(folder, { recursive: true, force: true }))
const clone = join(folder, 'hexawatt')
const next = `${Number(present.split('.')[0]) + 1}.0.0`
const timeoutMs = 600_000

/** Files of every release, whatever the machine lacks. */
const alwaysMade = [
  'SHA256SUMS',
  `hexawatt-home-assistant-${next}.zip`,
  `hexawatt-openapi-${next}.json`,
  'release-notes.md',
]
/** Files by the step that may be skipped, where the machine lacks what the step needs. */
const madeBy: Readonly<Record<string, readonly string[]>> = {
  'packages of npm': [`hexawatt-client-${next}.tgz`, `hexawatt-node-red-${next}.tgz`],
  'packages of Python': [`hexawatt-${next}-py3-none-any.whl`, `hexawatt-${next}.tar.gz`],
  SBOMs: ['home-', '', 'client-', 'node-red-', 'python-'].map((kind) => `hexawatt-${kind}${next}.cdx.json`),
  images: [],
}

const git = (...words: string[]) => run(['git', ...words], { folder: clone })
const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']

test(
  'a dry run in a clean clone makes every file of the release, says why a step is skipped, and changes nothing',
  async () => {
    await run(['git', 'clone', '--quiet', repositoryRoot, clone], { folder })
    // Directly after a release nothing is unreleased.
    const changelog = Bun.file(join(clone, 'CHANGELOG.md'))
    await changelog.write(
      (await changelog.text()).replace('## Unreleased\n', '## Unreleased\n\n- A change of this test.\n'),
    )
    await git(...identity, 'commit', '--quiet', '--all', '--message', 'test: a change to release')
    const tools = join(programsPlace.folder, 'release-tools')
    await mkdir(tools, { recursive: true })
    await mkdir(join(clone, '.hexawatt/release'), { recursive: true })
    await symlink(tools, join(clone, '.hexawatt/release/tools'))
    const before = await git('rev-parse', 'HEAD')

    const command = [process.execPath, 'dev/bootstrap.ts', 'dev/src/release/main.ts', '--dry-run', next]
    const { exitCode, stdout, stderr } = await runToEnd(command, {
      folder: clone,
      hasWholeEnvironment: true,
      timeoutMs,
    })
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' })

    const made = join(clone, '.hexawatt/release', next)
    const files = (await Array.fromAsync(new Bun.Glob('*').scan({ cwd: made }))).toSorted()
    const skipped = [...stdout.matchAll(/^(\S.*?)\s+skipped\s+(\S.*)$/gm)].map(([, step = '', reason = '']) => ({
      step,
      reason,
    }))
    expect(skipped.filter(({ step, reason }) => madeBy[step] === undefined || reason.length < 20)).toEqual([])
    if (environment.isComplete) expect(skipped.filter(({ step }) => step !== 'images')).toEqual([])
    const expected = Object.keys(madeBy).filter((step) => !skipped.some((one) => one.step === step))
    expect(files).toEqual([...alwaysMade, ...expected.flatMap((step) => madeBy[step] ?? [])].toSorted())
    for (const file of files) {
      const sha256 = new Bun.CryptoHasher('sha256').update(await Bun.file(join(made, file)).bytes()).digest('hex')
      expect(stdout).toContain(sha256)
    }
    await run(['sha256sum', '--check', '--strict', 'SHA256SUMS'], { folder: made })
    const notes = await Bun.file(join(made, 'release-notes.md')).text()
    expect(notes).toContain('- A change of this test.')
    for (const file of files.filter((name) => /^hexawatt-/.test(name))) expect(notes).toContain(`| ${file} | `)

    expect([await git('status', '--porcelain'), await git('rev-parse', 'HEAD'), await git('tag')]).toEqual([
      '',
      before,
      '',
    ])
    console.log(stdout)
  },
  timeoutMs,
)
