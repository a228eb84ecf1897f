import { join } from 'node:path'

/** Where `verify` notes the commit at which all of it passed. */
const notePath = '.hexawatt/cache/verified-commit'

/** The commit of a tree without uncommitted changes; null otherwise, or outside of git. */
export function readCleanCommit(root: string): string | null {
  const git = (...words: string[]) =>
    Bun.spawnSync(['git', ...words], { cwd: root, stderr: 'ignore' })
      .stdout.toString()
      .trim()
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') || null : null
}

/** Notes that `verify` has passed at the commit. */
export async function noteVerifiedCommit(root: string, commit: string): Promise<void> {
  await Bun.write(join(root, notePath), commit)
}

/** The last commit at which all of `verify` passed; null when there is none. */
export async function readVerifiedCommit(root: string): Promise<string | null> {
  const file = Bun.file(join(root, notePath))
  return (await file.exists()) ? (await file.text()).trim() : null
}
