import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { HouseholdTerms } from '../terms/household-terms.ts'
import type { FromWorker, KeptForm, ToWorker } from './worker/messages.ts'

/**
 * Creates the reading of files in workers: each file gets a worker of its own. A refused file leaves the shown file in place; a file that
 * could be read replaces it. Ending a worker forgets its file, because no other place has the file.
 */
export function createReading(workerPath: string, onMessage: (message: FromWorker) => void) {
  /** The worker of the shown file, the worker of a file that is still being read, and a worker that waits for a file. */
  let [current, next, idle]: (Worker | null)[] = [null, null, null]

  const send = (worker: Worker | null | undefined, message: ToWorker): void => worker?.postMessage(message)

  function endNext(): void {
    next?.terminate()
    next = null
  }

  function start(): Worker {
    const worker = new Worker(workerPath, { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (worker !== current && worker !== next) return
      if (worker === next && data.kind === 'result') {
        current?.terminate()
        ;[current, next] = [worker, null]
      } else if (worker === next && (data.kind === 'refused' || data.kind === 'failed' || data.kind === 'tooLong')) {
        endNext()
      }
      onMessage(data)
    })
    worker.addEventListener('error', () => {
      // A worker that could not be loaded ahead is started again for a file.
      if (worker === idle) {
        idle = null
        return
      }
      if (worker === next) endNext()
      onMessage({ kind: 'failed', reason: 'failed' })
    })
    return worker
  }

  return {
    /** Starts a worker: a reader is about to choose a file. */
    prepare(): void {
      idle ??= start()
    },
    read(files: File[], terms: HouseholdTerms, language: Language): void {
      endNext()
      next = idle ?? start()
      idle = null
      send(next, { kind: 'read', files, terms, language, pageUrl: document.baseURI })
    },
    /** Tells the terms of the statement; the shown file is computed again where its figures depend on what has changed. */
    update: (terms: HouseholdTerms, needsFigures: boolean): void =>
      send(current, { kind: 'terms', terms, needsFigures }),
    keep: (form: KeptForm): void => send(current, { kind: 'keep', form }),
    forget(): void {
      endNext()
      current?.terminate()
      current = null
    },
  }
}
