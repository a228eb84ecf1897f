import { resolve } from 'node:path'

/** Formats every file, and repairs what the linter can, after installing its package, which `up` does not install. */
const format = Bun.spawn([process.execPath, 'x', '--bun', 'biome', 'check', '--write', '.'], {
  cwd: resolve(import.meta.dir, '../..'),
  stdio: ['inherit', 'inherit', 'inherit'],
})
process.exit(await format.exited)
