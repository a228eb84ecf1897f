import { join, resolve } from 'node:path'
import { dumpPostgres, dumpRedis } from './dump-stores.ts'
import { secrets, startOldProduct } from './old-product.ts'
import { playStory } from './old-product-story.ts'
import { recordAnswers } from './recorded-answers.ts'

// Records the stores and the answers of a version for the upgrade tests of later ones:
//   bun test/upgrade/testing/make-fixture.ts CHECKOUT COMMIT
// CHECKOUT is a folder with the sources and the installed packages of COMMIT. Takes a few minutes.
const [checkoutPath, commit] = process.argv.slice(2)
if (checkoutPath === undefined || commit === undefined || !/^[0-9a-f]{8}$/.test(commit)) {
  console.error('Usage: bun test/upgrade/testing/make-fixture.ts CHECKOUT COMMIT (8 hexadecimal digits)')
  process.exit(1)
}

const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('received') })
const product = await startOldProduct(resolve(checkoutPath))
try {
  const credentials = await playStory(product, `http://127.0.0.1:${receiver.port}/in`)
  const now = Temporal.Now.instant()
  // Not before anything that was stored: the clock of a test begins there.
  const recordedAt = now.round({ smallestUnit: 'minute', roundingMode: 'ceil' })
  const span = {
    from: now.subtract({ hours: 48 }).round({ smallestUnit: 'hour', roundingMode: 'ceil' }).toString(),
    to: now.round({ smallestUnit: 'hour', roundingMode: 'floor' }).toString(),
    month: now.toString().slice(0, 7),
  }
  const [postgres, redis] = [await dumpPostgres(product.DATABASE_URL), await dumpRedis(product.REDIS_URL)]
  const asked = { ...credentials, ...span }
  const answers = await recordAnswers({ ...product, ...asked })
  const fixture = {
    commit,
    recordedAt: recordedAt.toString(),
    secrets,
    plans: product.plans,
    asked,
    answers,
    redis,
    ...postgres,
  }
  const file = join(import.meta.dir, `../database-of-${commit}.json.gz`)
  await Bun.write(file, Bun.gzipSync(new TextEncoder().encode(JSON.stringify(fixture)), { level: 9 }))
  for (const { table, rows } of postgres.tables) console.log(`${table} ${rows.length}`)
  console.log(`${redis.length} strings of Redis; ${file}: ${Bun.file(file).size} bytes`)
} finally {
  await product.stop()
  await receiver.stop(true)
}
process.exit(0)
