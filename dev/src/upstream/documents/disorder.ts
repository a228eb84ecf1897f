/** The same disorder every time: odd positions backwards, then even ones. */
export function outOfOrder<Item>(items: readonly Item[]): Item[] {
  const odd = items.filter((_, index) => index % 2 === 1)
  return [...odd.reverse(), ...items.filter((_, index) => index % 2 === 0)]
}
