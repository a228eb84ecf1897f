import { expect, test } from 'bun:test'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { internalTokenHeader } from '@hexawatt/shared/http/principal'
import { Elysia } from 'elysia'
import { createPageRoutes, readMethods } from './page-routes.ts'

const token = 'token of the gateway, which is long enough'

const routes = createPageRoutes(
  [
    {
      path: '/etat',
      methods: readMethods,
      answer: async () => {
        throw new AppError('service_unavailable', { detail: 'The store does not answer.' })
      },
    },
  ],
  [token],
  (_request, error) => new Response(`page: ${error instanceof AppError ? error.code : 'none'}`, { status: 503 }),
)
const app = new Elysia()
  .onError({ as: 'global' }, ({ error }) => new Response(`problem: ${error instanceof AppError ? error.code : 'none'}`))
  .use(routes)

const ask = async (accept: string, sentToken = token): Promise<string> => {
  const headers = { accept, [internalTokenHeader]: sentToken, 'x-client-subject': 'a'.repeat(32) }
  return (await app.handle(new Request('http://localhost/etat', { headers }))).text()
}

test('the error of a page is a page for a visitor, and a problem for a program', async () => {
  expect(await ask('text/html,*/*;q=0.8')).toBe('page: service_unavailable')
  expect(await ask('application/json')).toBe('problem: service_unavailable')
  expect(await ask('*/*')).toBe('problem: service_unavailable')
})

test('a caller without the gateway’s token gets no page of an error either', async () => {
  expect(await ask('text/html', 'another token that is long enough 01')).toBe('problem: not_found')
})
