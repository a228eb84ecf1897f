import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createTestMailbox } from './test-browser.ts'
import { startTestWeb, type TestWeb, type TestWebOptions } from './web-fixture.ts'

/** svc-web for the test file that calls it, with a database and a Redis database of its own. All of them end with the file. */
export async function useTestWeb(options: Partial<TestWebOptions> = {}) {
  const database = await createTestDatabase()
  closeAtEnd(database.drop)
  const stores = { databaseUrl: database.url, redisUrl: await createTestRedisUrl() }
  /** Starts another svc-web on the same stores; `others` replace options of the first. */
  async function startAnother(others: Partial<TestWebOptions> = {}): Promise<TestWeb> {
    const web = await startTestWeb({ ...stores, ...options, ...others })
    closeAtEnd(web.stop)
    return web
  }
  return { web: await startAnother(), startAnother, stores }
}

/** svc-web as `useTestWeb`, which sends the mails of its members to a mailbox of the test file. */
export async function useTestWebWithMail(settings: Readonly<Record<string, string>> = {}) {
  const mailbox = await createTestMailbox()
  closeAtEnd(mailbox.remove)
  const addMail = (more: Readonly<Record<string, string>>) => ({
    settings: { MAILBOX_DIR: mailbox.folder, TRUSTED_PROXIES: '127.0.0.1', ...more },
  })
  const { web, startAnother } = await useTestWeb(addMail(settings))
  return { mailbox, web, startAnother: (more: Readonly<Record<string, string>> = {}) => startAnother(addMail(more)) }
}
