/** Record with exactly these keys, in their order. The one place that casts a record which is not full yet: hundreds are made for one forecast. */
export function recordFromEntries<Key extends string, Value>(
  keys: readonly Key[],
  toValue: (key: Key, index: number) => Value,
): Record<Key, Value> {
  const record = {} as Record<Key, Value>
  for (const [index, key] of keys.entries()) record[key] = toValue(key, index)
  return record
}
