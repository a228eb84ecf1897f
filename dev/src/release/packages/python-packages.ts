import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from '../../commands/run-command.ts'
import { listFiles } from '../context/artefacts.ts'
import { type ReleaseContext, runStepCommand } from '../context/release-context.ts'
import { ReleaseError } from '../context/release-error.ts'
import { checkContents, contents, listPackedFiles } from './packed-files.ts'

const packageFolder = 'clients/python'
/** Files with the pinned versions of the tools. */
const requirementFiles = ['requirements-dev.txt', 'requirements-test.txt']
/** The tools that a release uses. */
const usedTools = /^(build|hatchling|twine)==\S+/gm
/** Versions of Python in which the package works, newest first; the last is whichever the machine has. */
const candidates = [...[14, 13, 12, 11, 10].map((minor) => `python3.${minor}`), 'python3']

/**
 * Builds wheel and source distribution, checks their texts and contents, and installs the wheel into an empty environment.
 *
 * @returns names of the files
 */
export async function packForPython(context: ReleaseContext): Promise<string[]> {
  const { tree, folder, tools, env, version } = context
  const python = await findPython(env)
  const builder = await installTools(context, python)
  const source = join(tree, packageFolder)
  // Both files are the same however often they are built.
  const SOURCE_DATE_EPOCH = (await runToEnd(['git', 'log', '-1', '--format=%ct'], { folder: tree })).stdout.trim()
  const run = (command: readonly string[], remedy: string) =>
    runStepCommand(command, { folder: source, env: { ...env, SOURCE_DATE_EPOCH }, remedy })
  await run([builder, '-m', 'build', '--no-isolation', '--outdir', folder, source], `Fix ${packageFolder}.`)
  const names = await listFiles(folder)
  const findName = (form: RegExp) => names.find((name) => form.test(name)) ?? ''
  const [wheelName, sourceName] = [
    findName(/^hexawatt-[\d.]+-py3-none-any\.whl$/),
    findName(/^hexawatt-[\d.]+\.tar\.gz$/),
  ]
  const [wheel, sources] = [join(folder, wheelName), join(folder, sourceName)]
  await run([builder, '-m', 'twine', 'check', '--strict', wheel, sources], 'Fix README.md or pyproject.toml.')
  checkContents(wheelName, await listPackedFiles(wheel), contents.wheel)
  checkContents(sourceName, await listPackedFiles(sources), contents.sourceDistribution)
  const fresh = join(tools, 'python-fresh')
  await rm(fresh, { recursive: true, force: true })
  await run([python, '-m', 'venv', fresh], 'Python makes no virtual environment.')
  const user = join(fresh, 'bin/python')
  await run(
    [user, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wheel],
    'The wheel cannot be installed.',
  )
  const program =
    "import hexawatt, hexawatt.statement; from importlib.metadata import version; print(version('hexawatt'))"
  const installed = await run([user, '-c', program], 'The wheel does not load.')
  if (installed !== version) throw new ReleaseError(`The wheel says it is ${installed}.`, 'Fix pyproject.toml.')
  return [wheelName, sourceName]
}

async function findPython(env: ReleaseContext['env']): Promise<string> {
  for (const name of candidates) {
    const command = Bun.which(name, { PATH: env['PATH'] ?? '' })
    if (command === null) continue
    const asked = 'import venv, ensurepip, sys; sys.exit(sys.version_info < (3, 10))'
    // pyenv has a command for each version that is installed; all but the chosen ones refuse to run.
    if ((await runToEnd([command, '-c', asked], { env })).exitCode === 0) return command
  }
  throw new ReleaseError('There is no Python 3.10 or newer with venv.', 'Install one (on Debian, python3-venv).', true)
}

/** Installs the pinned tools, once for each list of versions. @returns the Python that has them */
async function installTools({ tree, tools, env }: ReleaseContext, python: string): Promise<string> {
  const texts = await Promise.all(requirementFiles.map((name) => Bun.file(join(tree, packageFolder, name)).text()))
  const pinned = [...texts.join('\n').matchAll(usedTools)].map(([line]) => line)
  const place = join(tools, `python-${Bun.hash([python, ...pinned].join()).toString(36)}`)
  const builder = join(place, 'bin/python')
  if (await Bun.file(join(place, 'complete')).exists()) return builder
  await rm(place, { recursive: true, force: true })
  const remedy = 'The package index must answer: check proxy and network, and run the release again.'
  const options = { folder: tree, env, remedy, isForLackOfMeans: true }
  await runStepCommand([python, '-m', 'venv', place], options)
  await runStepCommand([builder, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...pinned], options)
  await Bun.write(join(place, 'complete'), '')
  return builder
}
