import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'

/** How many elements of a long list an example shows. */
const shownElements = 3

/** The body with its long lists cut; it stays an answer of the same shape. */
export function shortened({ cutInExample }: OperationEntry, body: unknown): unknown {
  return cutInExample.reduce<unknown>((whole, way) => cut(whole, way), body)
}

/** The first elements of a list, or members of a map. */
function cutHere(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, shownElements)
  return Object.fromEntries(Object.entries(Object(value)).slice(0, shownElements))
}

function cut(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return cutHere(value)
  if (name === '*' && Array.isArray(value)) return value.map((element) => cut(element, rest))
  if (typeof value !== 'object' || value === null || !(name in value)) throw new Error(`there is no ${name} to cut`)
  return { ...value, [name]: cut(Object.entries(value).find(([key]) => key === name)?.[1], rest) }
}
