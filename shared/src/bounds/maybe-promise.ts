/** A value, or the promise of one. */
export type MaybePromise<Value> = Value | Promise<Value>

/**
 * Applies `next` synchronously to a value that is there, and when it is there to one that is awaited. Awaiting what is in memory already
 * would be a tenth of the whole cost of a cached response.
 */
export function mapMaybePromise<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Several values together, in their order: synchronously unless one of them is awaited. */
export function allMaybePromises<Values extends readonly unknown[]>(
  values: {
    readonly [Index in keyof Values]: MaybePromise<Values[Index]>
  },
): MaybePromise<Values> {
  const isAnyAwaited = values.some((value) => value instanceof Promise)
  return (isAnyAwaited ? Promise.all(values) : values) as MaybePromise<Values>
}
