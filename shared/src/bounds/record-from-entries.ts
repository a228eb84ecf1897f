/** Record with exactly these keys, in their order. The one place that casts the result of `Object.fromEntries`. */
export function recordFromEntries<Key extends string, Value>(
  keys: readonly Key[],
  toValue: (key: Key, index: number) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key, index) => [key, toValue(key, index)])) as Record<Key, Value>
}
