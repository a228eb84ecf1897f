import { startStandInService } from '@hexawatt/gateway/src/testing/stand-in-service.ts'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { createTestMailbox } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startTestSite, type TestSite } from './site-fixture.ts'

type Options = Partial<Parameters<typeof startTestSite>[0]>

/** A gateway with svc-web for the test file that calls it, with a database, a Redis database and a service of its own. All of them end with the file. */
export async function useTestSite(options: Options = {}) {
  const database = await useTestDatabase()
  const service = stopAtEnd(startStandInService())
  const stores = { databaseUrl: database.url, redisUrl: await createTestRedisUrl(), serviceUrl: service.url }
  /** Starts another site with the same options, stores and service, or with others. */
  const startAnother = async (others: Options = {}): Promise<TestSite> =>
    stopAtEnd(await startTestSite({ ...stores, ...options, ...others }))
  return { gateway: await startAnother(), startAnother, service, stores, database }
}

/** A site as `useTestSite`, which sends the mails of its members to a mailbox of the test file. The proxy of the tests may name client addresses. */
export async function useTestSiteWithMail({ settings, ...options }: Options = {}) {
  const mailbox = await createTestMailbox()
  closeAtEnd(mailbox.remove)
  const mailSettings = { MAILBOX_DIR: mailbox.folder, TRUSTED_PROXIES: '127.0.0.1' }
  return { ...(await useTestSite({ ...options, settings: { ...mailSettings, ...settings } })), mailbox }
}
