/**
 * Wraps a pure function so that it may reuse an earlier result. Parts of a computation for thousands of consecutive instants seldom change:
 * with this seam the same formulas serve one instant and many.
 */
export type Reuse = <Input extends readonly unknown[], Output>(
  compute: (...input: Input) => Output,
) => (...input: Input) => Output

/** Reuses nothing: for a single computation. */
export const computeEachTime: Reuse = (compute) => compute

/** Reuses the last result while every argument is identical (by identity: no deep comparison). */
export const reuseLast: Reuse = <Input extends readonly unknown[], Output>(compute: (...input: Input) => Output) => {
  let last: { input: Input; output: Output } | null = null
  return (...input: Input): Output => {
    if (last === null || !last.input.every((argument, index) => Object.is(argument, input[index]))) {
      last = { input, output: compute(...input) }
    }
    return last.output
  }
}
