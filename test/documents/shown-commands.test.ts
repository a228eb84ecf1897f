import { describe, expect, test } from 'bun:test'
import { shownCommands, untrueParts } from './testing/shown-commands.ts'

const document = 'Type\n\n```sh\nfirst\nsecond\n```\n\nand read\n\n```json\n{ "a": 1, "list": [{ "b": null }] }\n```\n'
const [first, second] = shownCommands(document)

describe('the commands of a document', () => {
  test('an answer belongs to the line before it', () => {
    expect([first?.line, first?.answer, second?.line, second?.answer?.kind]).toEqual(['first', null, 'second', 'json'])
  })

  test('a shortened answer is true', () => {
    expect(second && untrueParts(second, '{"a":1,"list":[{"b":null,"c":2},3],"more":0}')).toEqual([])
  })

  test('another value, a missing member and another shape are told by their place', () => {
    expect(second && untrueParts(second, '{"a":2,"list":[{"c":2}]}')).toEqual(['/a: 1 is 2', '/list/0/b is not there'])
    expect(second && untrueParts(second, '{"a":1,"list":{"0":{"b":null}}}')).toEqual(['/list: {"0":{"b":null}}'])
  })

  test('a line of a text that was not printed is told', () => {
    const [command] = shownCommands('```sh\nx\n```\n```text\none  two\nthree\n```\n')
    expect(command && untrueParts(command, 'zero\none two more\n')).toEqual(['three'])
  })
})
