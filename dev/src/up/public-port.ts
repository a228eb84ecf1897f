import { listenProblem } from '../embedded/loopback-port.ts'
import { SetupError } from '../embedded/setup-error.ts'

/** Both meanings of `localhost`: a stranger on one of them would answer the customer's curl line. */
const localAddresses = ['127.0.0.1', '::1']

/**
 * Makes sure that the public port can be had before anything is started.
 *
 * @throws SetupError with the remedy
 */
export async function assertPortFree(port: number): Promise<void> {
  for (const address of localAddresses) {
    const problem = await listenProblem(port, address)
    if (problem === 'EADDRINUSE') {
      throw new SetupError(`Port ${port} is taken by another program: stop that program, or choose a port with --port.`)
    }
    if (problem === 'EACCES') {
      throw new SetupError(`Port ${port} may not be used by this user: choose one above 1023 with --port.`)
    }
  }
}
