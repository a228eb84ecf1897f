import { isAlive } from './is-alive.ts'

process.exit((await isAlive(Bun.env['INTERNAL_PORT'])) ? 0 : 1)
