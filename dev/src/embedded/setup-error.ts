/** The machine or the command line prevents a start. The message is one sentence that names the remedy. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}
