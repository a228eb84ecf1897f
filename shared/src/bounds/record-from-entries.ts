/** Record with exactly the given keys, in their order: the one place where `Object.fromEntries` is given the type of its keys. */
export function recordFromEntries<Key extends string, Value>(
  keys: readonly Key[],
  toValue: (key: Key, index: number) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key, index) => [key, toValue(key, index)])) as Record<Key, Value>
}
