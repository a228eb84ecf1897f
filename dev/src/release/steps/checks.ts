import { join } from 'node:path'
import { runToEnd } from '../../commands/run-command.ts'
import { type ReleaseContext, runStepCommand } from '../context/release-context.ts'
import { ReleaseError } from '../context/release-error.ts'
import { readVerifiedCommit } from '../context/verified-commit.ts'
import { hasVersion } from '../notes/changelog.ts'
import { requireNextVersion } from '../version/semantic-version.ts'
import { readProjectVersion } from '../version/version-places.ts'

/** Releases are made from this branch. */
export const releaseBranch = 'main'

const git = async (root: string, ...words: string[]): Promise<string> =>
  (await runToEnd(['git', ...words], { folder: root })).stdout.trim()

/** Whether the tree is already that of the release: a run that was interrupted before its push, or the checked-out tag. */
export async function isReleased({ root, version }: Pick<ReleaseContext, 'root' | 'version'>): Promise<boolean> {
  const changelog = await Bun.file(join(root, 'CHANGELOG.md')).text()
  return (await readProjectVersion(root)) === version && hasVersion(changelog, version)
}

/** @throws ReleaseError when the version is none, or does not follow the present one */
export async function checkVersion(context: ReleaseContext): Promise<string> {
  const present = await readProjectVersion(context.root)
  if (await isReleased(context)) return `the tree is already that of ${context.version}`
  if (context.mode === 'artefacts')
    throw new ReleaseError(
      `The tree is that of ${present}, not of ${context.version}.`,
      `Check out the tag v${context.version} first, or use --dry-run.`,
    )
  requireNextVersion(present, context.version)
  return `${present} → ${context.version}`
}

/** @throws ReleaseError when there are changes that no commit has */
export async function checkCleanTree({ root }: ReleaseContext): Promise<string> {
  const status = await git(root, 'status', '--porcelain')
  if (status === '') return 'no uncommitted change'
  const files = status.split('\n').length
  throw new ReleaseError(`${files} files have uncommitted changes.`, 'Commit or remove them: git status.')
}

/** @throws ReleaseError when another branch is checked out */
export async function checkBranch({ root }: ReleaseContext): Promise<string> {
  const branch = await git(root, 'rev-parse', '--abbrev-ref', 'HEAD')
  if (branch === releaseBranch) return `on ${releaseBranch}`
  throw new ReleaseError(`The branch is ${branch}, not ${releaseBranch}.`, `git switch ${releaseBranch}`)
}

/** Longest wait for the remote, ms. */
const remoteTimeoutMs = 30_000

/**
 * Checks, before anything is committed, that the remote will accept the push: a refused push would leave a commit and a tag that cannot be published.
 *
 * @throws ReleaseError when the remote does not answer, has commits that are not here, or has the tag already
 */
export async function checkRemote(context: ReleaseContext): Promise<string> {
  const { root, version, env } = context
  const [branch, tag] = [`refs/heads/${releaseBranch}`, `refs/tags/v${version}`]
  const command = ['git', 'ls-remote', 'origin', branch, tag]
  const asked = await runToEnd(command, { folder: root, env, timeoutMs: remoteTimeoutMs })
  if (asked.exitCode !== 0)
    throw new ReleaseError(
      `The remote does not answer: ${asked.stderr.trim()}`,
      'Check git remote get-url origin, and the access to it.',
    )
  const commits = new Map(
    asked.stdout.split('\n').map((line) => {
      const [commit = '', name = ''] = line.split('\t')
      return [name, commit]
    }),
  )
  const published = commits.get(branch)
  const ancestor = ['git', 'merge-base', '--is-ancestor', published ?? '', 'HEAD']
  if (published !== undefined && (await runToEnd(ancestor, { folder: root, env })).exitCode !== 0)
    throw new ReleaseError(`The remote's ${releaseBranch} has commits that are not here.`, 'git pull --ff-only')
  if (commits.has(tag) && !(await isReleased(context)))
    throw new ReleaseError(
      `The remote has the tag v${version} already.`,
      'A version is released once: choose the next one.',
    )
  return published === undefined
    ? `the remote has no ${releaseBranch} yet`
    : `the remote's ${releaseBranch} is part of it`
}

/** @throws ReleaseError when the tests were not passed by this commit */
export async function checkVerified(context: ReleaseContext, runsVerify: boolean): Promise<string> {
  const { root, env } = context
  if (await isReleased(context)) return 'verified before the release was committed'
  const commit = await git(root, 'rev-parse', 'HEAD')
  if ((await readVerifiedCommit(root)) === commit) return `verify passed at ${commit.slice(0, 8)}`
  if (!runsVerify)
    throw new ReleaseError(`verify has not passed at ${commit.slice(0, 8)}.`, 'Run bun run verify, or add --verify.')
  const remedy = 'Fix what failed: bun run verify.'
  await runStepCommand([process.execPath, 'dev/bootstrap.ts', 'dev/src/verify.ts'], { folder: root, env, remedy })
  return `verify passed at ${commit.slice(0, 8)}`
}

/** @throws ReleaseError when git has no identity, or no key that it can sign with */
export async function checkSigningKey({ root }: ReleaseContext): Promise<string> {
  const [name, key] = [await git(root, 'config', 'user.name'), await git(root, 'config', 'user.signingkey')]
  if (name === '') throw new ReleaseError('git does not know who you are.', 'git config user.name "…"; user.email too')
  if (key === '')
    throw new ReleaseError(
      'git has no key to sign the tag with.',
      'git config user.signingkey …: docs/develop/releasing.md',
    )
  return `signed as ${name}`
}
