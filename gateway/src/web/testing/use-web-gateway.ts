import { beforeEach } from 'bun:test'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { useStandInService } from '../../testing/use-gateway.ts'
import { startWebFixture } from './web-fixture.ts'

/** A gateway of pages and its svc-web for the test file that calls it. Before each test svc-web forgets its requests and answers with `page` again. */
export async function useWebGateway(page: () => Response) {
  const web = useStandInService(page)
  const gateway = await startWebFixture({ webUrl: web.url })
  closeAtEnd(gateway.stop)
  beforeEach(() => {
    web.answerWith(page)
    web.requests.length = 0
  })
  return { gateway, web }
}
