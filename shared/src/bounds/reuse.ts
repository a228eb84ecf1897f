/**
 * Wraps a pure function so that it may answer from an earlier call. What is computed for thousands of instants in a row is made of
 * parts that seldom change: one set of formulas serves both it and the single computation.
 */
export type Reuse = <Input extends readonly unknown[], Output>(
  compute: (...input: Input) => Output,
) => (...input: Input) => Output

/** Computes every time: for a single computation. */
export const computeEachTime: Reuse = (compute) => compute

/** Keeps the last answer for as long as every argument is the same one (by identity, so that nothing is compared at length). */
export const reuseLast: Reuse = <Input extends readonly unknown[], Output>(compute: (...input: Input) => Output) => {
  let last: { input: Input; output: Output } | null = null
  return (...input: Input): Output => {
    if (last === null || !last.input.every((argument, index) => Object.is(argument, input[index]))) {
      last = { input, output: compute(...input) }
    }
    return last.output
  }
}
