import { resolve } from 'node:path'

/** Formats every file, and repairs what the linter can: after the installation of its package, which `up` leaves out. */
const format = Bun.spawn([process.execPath, 'x', '--bun', 'biome', 'check', '--write', '.'], {
  cwd: resolve(import.meta.dir, '../..'),
  stdio: ['inherit', 'inherit', 'inherit'],
})
process.exit(await format.exited)
