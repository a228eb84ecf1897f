import { expect, test } from 'bun:test'
import { negotiateType } from './representations.ts'

test.each([
  [null, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
  ['application/json; charset=utf-8', 'application/json'],
  ['text/json', 'text/json'],
  ['TEXT/PLAIN', 'text/plain'],
  ['text/*', 'text/json'],
  ['text/plain, application/json;q=0.5', 'text/plain'],
  ['application/json;q=0, */*', 'text/json'],
  ['application/xml, text/plain;q=0.1', 'text/plain'],
] as const)('Accept %p is answered with %p', (accept, type) => {
  expect(negotiateType(accept)).toBe(type)
})

test.each(['application/xml', 'text/html', 'application/json;q=0', 'image/*', 'application/json;q=nonsense', ';;,,'])(
  'Accept %p is refused',
  (accept) => {
    expect(() => negotiateType(accept)).toThrow('None of the accepted types is offered')
  },
)
