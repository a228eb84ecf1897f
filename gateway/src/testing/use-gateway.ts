import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway-fixture.ts'
import { createGatewayPrograms, createProgramSettings } from './gateway-programs.ts'
import { startStandInService } from './stand-in-service.ts'

/** A gateway for the test file that calls it, with a database, a Redis database and a service of its own. All of them end with the file. */
export async function useTestGateway(options: Partial<TestGatewayOptions> = {}) {
  const database = await createTestDatabase()
  closeAtEnd(database.drop)
  const service = startStandInService()
  const gateways: TestGateway[] = []
  closeAtEnd(() => Promise.all([...gateways.map(({ stop }) => stop()), service.stop()]))
  const stores = { databaseUrl: database.url, redisUrl: await createTestRedisUrl(), serviceUrl: service.url }
  /** Starts another gateway with the same options, stores and service, or with others. */
  async function startAnother(others: Partial<TestGatewayOptions> = {}): Promise<TestGateway> {
    const gateway = await startTestGateway({ ...stores, ...options, ...others })
    gateways.push(gateway)
    return gateway
  }
  return { gateway: await startAnother(), startAnother, service, stores }
}

/** Starts gateways as programs, on a database and a service of the test file that calls it. All of them end with the file. */
export async function useGatewayPrograms(connections = 1) {
  const { sql, url } = await useTestDatabase(connections)
  const service = stopAtEnd(startStandInService())
  const { startProgram, killPrograms } = createGatewayPrograms()
  closeAtEnd(killPrograms)
  return {
    sql,
    service,
    startProgram,
    settings: () => createProgramSettings({ databaseUrl: url, serviceUrl: service.url }),
  }
}
