/** Something about this machine stands in the way of a start. The message is one sentence that names the remedy. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}
