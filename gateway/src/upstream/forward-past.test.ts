import { expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startStandInService } from '../testing/stand-in-service.ts'
import { serviceClientNames } from './service-client.ts'
import { createServiceRequest, startForwardFixture } from './testing/forward-fixture.ts'

const present = stopAtEnd(startStandInService())
const past = stopAtEnd(startStandInService())
present.answerWith(() => Response.json({ from: 'the owner' }))
past.answerWith(() => Response.json({ from: 'the past' }))

test.each(serviceClientNames)(
  'with the service client %s a request about a stored instant goes to the program that answers about the past, any other to the owner',
  async (serviceClient) => {
    const { forward } = startForwardFixture(present.url, { serviceClient, historyUrl: past.url })
    const ask = async (query: string) => {
      const { body } = await forward(createServiceRequest('getCarbonExplain', { query }))
      return new Response(body).json()
    }
    expect(await ask('at=2026-02-03T17:00:00Z')).toEqual({ from: 'the past' })
    expect(await ask('')).toEqual({ from: 'the owner' })
  },
)
