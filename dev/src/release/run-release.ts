import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Artefact,
  describeArtefact,
  formatChecksums,
  formatReports,
  listFiles,
  type Outcome,
  type StepReport,
} from './context/artefacts.ts'
import { type ReleaseContext, type ReleaseMode, readRepositoryAddress } from './context/release-context.ts'
import { ReleaseError } from './context/release-error.ts'
import { takeRunPlace } from './context/run-place.ts'
import { composeNotes } from './notes/release-notes.ts'
import { packForHomeAssistant } from './packages/home-assistant-zip.ts'
import { packForNpm } from './packages/npm-packages.ts'
import { packForPython } from './packages/python-packages.ts'
import {
  checkBranch,
  checkCleanTree,
  checkRemote,
  checkSigningKey,
  checkVerified,
  checkVersion,
} from './steps/checks.ts'
import { writeInterface, writeSboms } from './steps/documents.ts'
import { buildImages } from './steps/images.ts'
import { cloneTree, commitRelease, cutTheChangelog, pushRelease, stampVersion, tagRelease } from './steps/source.ts'

/** Arguments of the command line. */
export type ReleaseRequest = { mode: ReleaseMode; version: string; runsVerify: boolean }

/** Where a release is made, and how it tells what it does. */
export type ReleasePlace = {
  root: string
  env: ReleaseContext['env']
  today: Temporal.PlainDate
  say: (line: string) => void
}

/** A step: its name, and what it does. It returns a remark, or the names of the files that it wrote. */
type Step = {
  name: string
  run: (context: ReleaseContext) => Promise<string | readonly string[]>
  /** A condition of a release that a dry run only reports. */
  isCondition?: true
  modes?: readonly ReleaseMode[]
}

/** Ways that make commit and tag, in the clone. */
const changing = ['dry-run', 'release'] as const

function listSteps(runsVerify: boolean): readonly Step[] {
  return [
    { name: 'version', run: checkVersion },
    { name: 'clean tree', run: checkCleanTree, isCondition: true, modes: changing },
    { name: 'branch', run: checkBranch, isCondition: true, modes: changing },
    { name: 'remote', run: checkRemote, isCondition: true, modes: changing },
    { name: 'signing key', run: checkSigningKey, isCondition: true, modes: changing },
    { name: 'verify', run: (context) => checkVerified(context, runsVerify), isCondition: true, modes: changing },
    { name: 'files of an earlier run', run: emptyFolder },
    { name: 'clone', run: cloneTree },
    { name: 'interface', run: writeInterface },
    { name: 'places of the version', run: stampVersion, modes: changing },
    { name: 'changelog', run: cutTheChangelog, modes: changing },
    { name: 'commit', run: commitRelease, modes: changing },
    { name: 'tag', run: tagRelease, modes: changing },
    { name: 'packages of npm', run: packForNpm },
    { name: 'packages of Python', run: packForPython },
    { name: 'Home Assistant', run: packForHomeAssistant },
    { name: 'images', run: buildImages, modes: changing },
    { name: 'SBOMs', run: writeSboms },
    { name: 'notes', run: writeNotes },
    { name: 'push', run: pushRelease, modes: ['release'] },
  ]
}

/**
 * Makes a release, or a dry run of one. Files are changed in a temporary clone only, until the last step takes the commit and its tag into the repository and
 * pushes them; each step may be run again.
 *
 * @returns the table of steps and files
 * @throws ReleaseError that names the step and the remedy
 */
export async function runRelease({ mode, version, runsVerify }: ReleaseRequest, place: ReleasePlace): Promise<string> {
  const { root, env, today, say } = place
  const folder = join(root, '.hexawatt/release', version)
  const tools = join(root, '.hexawatt/release/tools')
  const { temporary, leave } = await takeRunPlace(root)
  const [date, tree] = [today.toString(), join(temporary, 'tree')]
  const context = { mode, version, date, root, tree, folder, tools, env }
  const reports: StepReport[] = []
  try {
    for (const step of listSteps(runsVerify)) {
      if (step.modes !== undefined && !step.modes.includes(mode)) continue
      const report = await runStep(step, context)
      say(`${report.step}: ${report.outcome}${report.remark === '' ? '' : `, ${report.remark}`}`)
      reports.push(report)
    }
    return `${formatReports(reports)}\n\n${closingLine(context, reports)}`
  } finally {
    await leave()
  }
}

/** @throws ReleaseError with the name of the step, unless a dry run can go on without it */
async function runStep(step: Step, context: ReleaseContext): Promise<StepReport> {
  const { name } = step
  const report = (outcome: Outcome, remark: string, artefacts: readonly Artefact[] = []): StepReport => {
    return { step: name, outcome, remark, artefacts }
  }
  try {
    const result = await step.run(context)
    if (typeof result === 'string') return report('done', result)
    return report('done', '', await Promise.all(result.map((file) => describeArtefact(context.folder, file))))
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    const said = `${error.message.replace(/\.?$/, '.')} ${error.remedy}`
    if (context.mode === 'dry-run' && step.isCondition === true) return report('would stop', said)
    if (context.mode === 'dry-run' && error.isForLackOfMeans) return report('skipped', said)
    throw new ReleaseError(`${name}: ${error.message}`, error.remedy)
  }
}

/** Removes the files of an earlier run of this version, and makes the folders of files and tools. The version is checked first, because it is part of the path. */
async function emptyFolder({ folder, tools }: ReleaseContext): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await Promise.all([folder, tools].map((path) => mkdir(path, { recursive: true })))
  return 'removed'
}

/** Writes checksums and notes, when every other file is there. */
async function writeNotes({ root, tree, folder, version }: ReleaseContext): Promise<readonly string[]> {
  const names = await listFiles(folder)
  const artefacts = await Promise.all(names.map((name) => describeArtefact(folder, name)))
  const changelog = await Bun.file(join(tree, 'CHANGELOG.md')).text()
  const notes = composeNotes({ version, changelog, artefacts, repository: await readRepositoryAddress(root) })
  await Bun.write(join(folder, 'SHA256SUMS'), formatChecksums(artefacts))
  await Bun.write(join(folder, 'release-notes.md'), notes)
  return ['SHA256SUMS', 'release-notes.md']
}

function closingLine({ mode, version, folder }: ReleaseContext, reports: readonly StepReport[]): string {
  const named = (outcome: Outcome) => reports.filter((report) => report.outcome === outcome).map(({ step }) => step)
  const [stopping, skipped] = [named('would stop'), named('skipped')]
  if (mode === 'release') return `${version} is pushed: the workflow of its tag publishes it. Files: ${folder}`
  return [
    `Files: ${folder}. Nothing was changed, pushed or published.`,
    ...(skipped.length === 0 ? [] : [`Skipped: ${skipped.join(', ')}.`]),
    ...(stopping.length === 0 ? [] : [`A release would stop at: ${stopping.join(', ')}.`]),
  ].join(' ')
}
