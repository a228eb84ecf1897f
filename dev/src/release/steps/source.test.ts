import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { runCommand, runToEnd } from '../../commands/run-command.ts'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import type { ReleaseContext, ReleaseMode } from '../context/release-context.ts'
import { ReleaseError } from '../context/release-error.ts'
import { noteVerifiedCommit, readCleanCommit, readVerifiedCommit } from '../context/verified-commit.ts'
import { checkBranch, checkCleanTree, checkRemote, checkSigningKey, checkVerified, checkVersion } from './checks.ts'
import { commitRelease, cutTheChangelog, pushRelease, tagRelease } from './source.ts'

const env = { PATH: '/usr/bin:/bin', HOME: '/nowhere', GIT_CONFIG_NOSYSTEM: '1' }
const git = (folder: string, ...words: string[]) => runCommand(['git', ...words], { folder, env })
const hasSshKeys = Bun.which('ssh-keygen') !== null

/** A repository with a remote and a clone of it, as a release has them; with a key to sign by where it is asked for. */
async function makeRepositories({ isSigning }: { isSigning: boolean }) {
  const folder = await makeTemporaryFolder()
  closeAtEnd(() => rm(folder, { recursive: true, force: true }))
  const [origin, root, tree] = ['origin.git', 'root', 'tree'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', origin)
  await git(folder, 'clone', '--quiet', origin, root)
  const key = join(folder, 'key')
  if (isSigning) await runCommand(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key], { env })
  await Bun.write(join(root, 'package.json'), JSON.stringify({ version: '0.9.0' }))
  await Bun.write(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- A change.\n')
  const context = (mode: ReleaseMode): ReleaseContext => ({
    ...{ mode, version: '1.0.0', date: '2026-11-28', root, tree, folder, tools: folder, env },
  })
  await git(root, 'checkout', '--quiet', '-B', 'main')
  await git(root, 'add', '--all')
  await git(root, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'first')
  await git(root, 'push', '--quiet', 'origin', 'main')
  await git(folder, 'clone', '--quiet', root, tree)
  for (const [name, value] of Object.entries({
    'user.name': 'A',
    'user.email': 'a@example.org',
    ...(isSigning ? { 'gpg.format': 'ssh', 'user.signingkey': `${key}.pub` } : {}),
  }))
    for (const place of [root, tree]) await git(place, 'config', name, value)
  const signers = join(folder, 'signers')
  if (isSigning) await Bun.write(signers, `a@example.org ${await Bun.file(`${key}.pub`).text()}`)
  return { origin, root, tree, context, signers }
}

describe.skipIf(!hasSshKeys)('commit, tag and push', () => {
  test('commit and signed tag come into the repository and to the remote at once; a second run finds them and changes nothing', async () => {
    const { origin, root, context, signers } = await makeRepositories({ isSigning: true })
    const release = context('release')
    await cutTheChangelog(release)
    await Bun.write(join(release.tree, 'package.json'), JSON.stringify({ version: '1.0.0' }))
    await commitRelease(release)
    expect(await tagRelease(release)).toBe('v1.0.0, signed')
    expect(await pushRelease(release)).toBe('main and v1.0.0')
    const places = await Promise.all(
      [origin, root].map((place) => git(place, 'rev-parse', 'main', 'v1.0.0^{commit}', 'v1.0.0')),
    )
    expect(places[0]).toBe(places[1])
    expect(await git(root, 'log', '-1', '--format=%s')).toBe(
      'chore(release): 1.0.0, the version in every place and its changelog',
    )
    const verified = ['-c', `gpg.ssh.allowedSignersFile=${signers}`, 'verify-tag', 'v1.0.0']
    expect((await runToEnd(['git', ...verified], { folder: root, env })).exitCode).toBe(0)
    expect(await checkVersion(release)).toBe('the tree is already that of 1.0.0')
    expect([await cutTheChangelog(release), await commitRelease(release)]).toEqual([
      'the section of 1.0.0 is there already',
      'nothing to commit',
    ])
    expect([await tagRelease(release), await pushRelease(release)]).toEqual([
      'v1.0.0 is there already',
      'main and v1.0.0',
    ])
  })

  test('a push that fails leaves commit and tag in the repository, says so, and succeeds when it is run again', async () => {
    const { origin, root, context } = await makeRepositories({ isSigning: true })
    const release = context('release')
    await cutTheChangelog(release)
    await commitRelease(release)
    await tagRelease(release)
    await git(root, 'remote', 'set-url', 'origin', '/nowhere.git')
    const error = await pushRelease(release).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ReleaseError)
    expect(error).toMatchObject({ remedy: expect.stringContaining('nothing is published') })
    await git(root, 'remote', 'set-url', 'origin', origin)
    await pushRelease(release)
    expect(await git(origin, 'tag')).toBe('v1.0.0')
  })

  test('a tag of another commit is never moved', async () => {
    const { tree, context } = await makeRepositories({ isSigning: true })
    await git(tree, 'tag', 'v1.0.0')
    await Bun.write(join(tree, 'more'), 'text')
    await commitRelease(context('release'))
    await expect(tagRelease(context('release'))).rejects.toThrow('v1.0.0 names another commit')
  })
})

describe('what a release demands', () => {
  test('a tag without a key is unsigned in a dry run, and a release stops before it', async () => {
    const { context } = await makeRepositories({ isSigning: false })
    expect(await tagRelease(context('dry-run'))).toBe('v1.0.0, not signed: git has no key')
    await expect(checkSigningKey(context('release'))).rejects.toThrow('no key to sign the tag with')
  })

  test('a version that follows the present one, no uncommitted change, and the branch main', async () => {
    const { root, context } = await makeRepositories({ isSigning: false })
    const release = context('release')
    expect(await checkVersion(release)).toBe('0.9.0 → 1.0.0')
    await expect(checkVersion({ ...release, version: '0.9.0' })).rejects.toThrow('0.9.0 does not follow 0.9.0')
    await expect(checkVersion({ ...release, mode: 'artefacts' })).rejects.toThrow(
      'The tree is that of 0.9.0, not of 1.0.0.',
    )
    expect([await checkCleanTree(release), await checkBranch(release)]).toEqual(['no uncommitted change', 'on main'])
    await Bun.write(join(root, 'more'), 'text')
    await git(root, 'checkout', '--quiet', '-b', 'topic')
    await expect(checkCleanTree(release)).rejects.toThrow('1 files have uncommitted changes')
    await expect(checkBranch(release)).rejects.toThrow('The branch is topic, not main.')
  })

  test('a remote that answers, is not ahead and lacks the tag: a push that it refuses would leave a commit and a tag here', async () => {
    const { origin, root, tree, context } = await makeRepositories({ isSigning: false })
    const release = context('release')
    expect(await checkRemote(release)).toBe("the remote's main is part of it")
    await git(root, 'push', '--quiet', 'origin', 'HEAD:refs/tags/v1.0.0')
    await expect(checkRemote(release)).rejects.toThrow('The remote has the tag v1.0.0 already.')
    await git(tree, 'commit', '--quiet', '--allow-empty', '-m', 'of somebody else')
    await git(tree, 'push', '--quiet', origin, 'main')
    await expect(checkRemote(release)).rejects.toThrow("The remote's main has commits that are not here.")
    await git(root, 'remote', 'set-url', 'origin', '/nowhere.git')
    await expect(checkRemote(release)).rejects.toThrow('The remote does not answer')
  })

  test('verify that passed at the very commit: not at an earlier one, and not with uncommitted changes', async () => {
    const { root, context } = await makeRepositories({ isSigning: false })
    const release = context('release')
    await expect(checkVerified(release, false)).rejects.toThrow('verify has not passed at')
    await noteVerifiedCommit(root, readCleanCommit(root) ?? '')
    // The note is below .hexawatt, which git ignores in the real repository.
    await Bun.write(join(root, '.git/info/exclude'), '.hexawatt/\n')
    expect(await checkVerified(release, false)).toBe(
      `verify passed at ${(await readVerifiedCommit(root))?.slice(0, 8)}`,
    )
    await Bun.write(join(root, 'more'), 'text')
    expect(readCleanCommit(root)).toBeNull()
    await git(root, 'add', '--all')
    await git(root, 'commit', '--quiet', '-m', 'second')
    await expect(checkVerified(release, false)).rejects.toThrow('verify has not passed at')
  })
})
