import { join } from 'node:path'
import { runToEnd } from '../../commands/run-command.ts'
import { type ReleaseContext, runStepCommand } from '../context/release-context.ts'
import { ReleaseError } from '../context/release-error.ts'
import { cutChangelog } from '../notes/changelog.ts'
import { writeVersion } from '../version/version-places.ts'
import { checkSigningKey, isReleased, releaseBranch } from './checks.ts'

/** Author of the commit and the tag of a dry run where git has no identity: both are deleted with the clone. */
const placeholderAuthor = ['-c', 'user.name=Dry run', '-c', 'user.email=dry-run@example.invalid'] as const

const gitIn = ({ env }: ReleaseContext, folder: string, ...words: string[]) =>
  runStepCommand(['git', ...words], {
    folder,
    env,
    remedy: 'Nothing was changed: fix what git names, and run the release again.',
  })

/** Clones the commit that is checked out, and installs its packages. */
export async function cloneTree(context: ReleaseContext): Promise<string> {
  const { root, tree, env } = context
  await gitIn(context, root, 'clone', '--quiet', '--no-checkout', root, tree)
  const commit = await gitIn(context, root, 'rev-parse', 'HEAD')
  await gitIn(context, tree, 'checkout', '--quiet', '-B', releaseBranch, commit)
  for (const name of ['user.name', 'user.email', 'user.signingkey', 'gpg.format', 'gpg.ssh.program']) {
    const { stdout } = await runToEnd(['git', 'config', name], { folder: root, env })
    if (stdout.trim() !== '') await gitIn(context, tree, 'config', name, stdout.trim())
  }
  const remedy = 'bun.lock does not fit, or a package registry does not answer.'
  await runStepCommand([process.execPath, 'install', '--frozen-lockfile'], { folder: tree, env, remedy })
  return `commit ${commit.slice(0, 8)}`
}

/** Writes the version into every place of the clone. */
export async function stampVersion({ tree, version }: ReleaseContext): Promise<string> {
  const changed = await writeVersion(tree, version)
  return changed === 0 ? 'every place states it already' : `${changed} files`
}

/** Cuts the changelog of the clone. */
export async function cutTheChangelog(context: ReleaseContext): Promise<string> {
  const { tree, version, date } = context
  if (await isReleased({ root: tree, version })) return `the section of ${version} is there already`
  const file = Bun.file(join(tree, 'CHANGELOG.md'))
  await file.write(cutChangelog(await file.text(), version, date))
  return `Unreleased → ${version}, ${date}`
}

/** Commits the release in the clone. */
export async function commitRelease(context: ReleaseContext): Promise<string> {
  const { tree, version } = context
  await gitIn(context, tree, 'add', '--all')
  if ((await gitIn(context, tree, 'status', '--porcelain')) === '') return 'nothing to commit'
  const subject = `chore(release): ${version}, the version in every place and its changelog`
  await gitIn(context, tree, ...(await identity(context)), 'commit', '--quiet', '--no-verify', '-m', subject)
  return (await gitIn(context, tree, 'rev-parse', 'HEAD')).slice(0, 8)
}

/** Tags the commit of the clone, signed where git has a key. */
export async function tagRelease(context: ReleaseContext): Promise<string> {
  const { tree, version, mode } = context
  const tag = `v${version}`
  const head = await gitIn(context, tree, 'rev-parse', 'HEAD')
  const tagged = (
    await runToEnd(['git', 'rev-parse', '--verify', '--quiet', `${tag}^{commit}`], { folder: tree })
  ).stdout.trim()
  if (tagged === head) return `${tag} is there already`
  if (tagged !== '')
    throw new ReleaseError(
      `${tag} names another commit, ${tagged.slice(0, 8)}.`,
      'A version is released once: choose the next one.',
    )
  const isSigned =
    mode === 'release' ||
    (await checkSigningKey(context).then(
      () => true,
      () => false,
    ))
  const message = ['-m', `Hexawatt ${version}`]
  await gitIn(context, tree, ...(await identity(context)), 'tag', isSigned ? '--sign' : '--annotate', ...message, tag)
  return isSigned ? `${tag}, signed` : `${tag}, not signed: git has no key`
}

/** Takes commit and tag into the repository, and pushes both at once: the workflow of the tag publishes. */
export async function pushRelease(context: ReleaseContext): Promise<string> {
  const { root, tree, version } = context
  const tag = `v${version}`
  await gitIn(context, root, 'pull', '--quiet', '--ff-only', '--no-tags', tree, releaseBranch)
  await gitIn(context, root, 'fetch', '--quiet', tree, `refs/tags/${tag}:refs/tags/${tag}`)
  await runStepCommand(['git', 'push', '--atomic', 'origin', releaseBranch, tag], {
    folder: root,
    env: context.env,
    remedy: `Commit and tag ${tag} are in this repository, and nothing is published: repair the access, and run the same command again.`,
  })
  return `${releaseBranch} and ${tag}`
}

async function identity({ tree, mode }: ReleaseContext): Promise<readonly string[]> {
  if (mode === 'release') return []
  return (await runToEnd(['git', 'config', 'user.email'], { folder: tree })).stdout.trim() === ''
    ? placeholderAuthor
    : []
}
