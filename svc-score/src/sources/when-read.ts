/**
 * Goes on with what was read: at once when it is kept in memory, which is nearly always. Waiting for what is there already would be a
 * tenth of the whole cost of an answer.
 */
export function whenRead<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
