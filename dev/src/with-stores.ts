import { join, resolve } from 'node:path'
import { startTestServers } from './embedded/test-servers.ts'

// Runs a script of the tests with a Postgres and a Redis of its own: `bun dev/src/with-stores.ts test/site/testing/measure-site.ts [argument…]`.

const root = resolve(import.meta.dir, '../..')
const servers = await startTestServers(join(root, '.hexawatt/cache'), { isExpendable: true })
const script = Bun.spawn([process.execPath, ...process.argv.slice(2)], {
  cwd: root,
  env: {
    ...Bun.env,
    HEXAWATT_TEST_DATABASE_URL: servers.databaseUrl,
    HEXAWATT_TEST_REDIS_URLS: servers.redisUrl,
  },
  stdio: ['inherit', 'inherit', 'inherit'],
})
// Ctrl-C reaches the script too; the servers stop after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => script.kill(signal))
const exitCode = await script.exited
await servers.stop()
process.exit(exitCode)
