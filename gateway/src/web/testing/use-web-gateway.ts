import { beforeEach } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startStandInService } from '../../testing/stand-in-service.ts'
import { startWebFixture } from './web-fixture.ts'

/** A gateway of pages and its svc-web for the test file that calls it. Before each test svc-web forgets its requests and answers with `page` again. */
export async function useWebGateway(page: () => Response) {
  const web = stopAtEnd(startStandInService(page))
  const gateway = stopAtEnd(await startWebFixture({ webUrl: web.url }))
  beforeEach(() => {
    web.answerWith(page)
    web.requests.length = 0
  })
  return { gateway, web }
}
