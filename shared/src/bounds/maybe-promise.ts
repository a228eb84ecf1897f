/** A value, or the promise of one. */
export type MaybePromise<Value> = Value | Promise<Value>

/**
 * Applies `next` synchronously to a value, and on resolution to a promise. Awaiting a value in memory would be a tenth of the cost of a cached
 * response.
 */
export function mapMaybePromise<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Like `Promise.all`, but synchronous when no value is a promise. */
export function allMaybePromises<Values extends readonly unknown[]>(
  values: {
    readonly [Index in keyof Values]: MaybePromise<Values[Index]>
  },
): MaybePromise<Values> {
  const isAnyAwaited = values.some((value) => value instanceof Promise)
  return (isAnyAwaited ? Promise.all(values) : values) as MaybePromise<Values>
}
