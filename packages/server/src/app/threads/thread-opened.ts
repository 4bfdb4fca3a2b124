import type { Worker } from 'node:worker_threads'
import { AppError } from '#domain/app-error.ts'

/** Resolves when the thread says that it is open; rejects with what it says is wrong with the stores. */
export function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new AppError('store_unavailable', error.message, { cause: error }))
    const gone = () => fail(new Error('the thread ended before it was open'))
    worker.once('error', fail)
    worker.once('exit', gone)
    const listen = (message: { readonly type?: string }) => {
      // A process manager may talk over the same port; its messages are not ours.
      if (message.type !== 'opened') return
      worker.off('error', fail)
      worker.off('exit', gone)
      worker.off('message', listen)
      resolve()
    }
    worker.on('message', listen)
  })
}
