import type { MessagePort } from 'node:worker_threads'
import { AppError } from '#domain/app-error.ts'
import type { StackAnswer, Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import type { SymbolsRequest, SymbolsResponse } from './symbols-messages.ts'

interface Pending {
  readonly resolve: (answer: StackAnswer) => void
  readonly reject: (error: Error) => void
}

export interface ConnectedSymbols extends Symbolicator {
  /** From now on questions go here; those under way at the port before fail. */
  connect(port: MessagePort): void
  close(): void
}

/**
 * The symbolicator of another thread, which may not have started yet and may be replaced. Calls wait while there is
 * none; `wanted` is called to start one.
 */
export function connectSymbols(wanted: () => void): ConnectedSymbols {
  const pending = new Map<number, Pending>()
  let lastId = 0
  let current: MessagePort | undefined
  let waiting: SymbolsRequest[] = []
  let closed = false

  /** Those that were asked of a thread that has ended. */
  function abandon(): void {
    waiting = []
    for (const { reject } of pending.values()) reject(unavailable())
    pending.clear()
  }

  return {
    connect(port) {
      if (current !== undefined) abandon()
      current?.close()
      current = port
      port.on('message', (response: SymbolsResponse) => {
        const call = pending.get(response.id)
        pending.delete(response.id)
        if ('failure' in response) call?.reject(new AppError('store_unavailable', response.failure))
        else call?.resolve(response.answer)
      })
      port.on('close', () => {
        if (current !== port) return
        current = undefined
        abandon()
      })
      // Must not keep the process alive.
      port.unref()
      for (const request of waiting) port.postMessage(request)
      waiting = []
    },
    symbolicate(ask) {
      if (closed) return Promise.reject(unavailable())
      const request: SymbolsRequest = { id: ++lastId, ask }
      return new Promise((resolve, reject) => {
        pending.set(request.id, { resolve, reject })
        if (current !== undefined) return current.postMessage(request)
        waiting.push(request)
        wanted()
      })
    },
    close() {
      closed = true
      current?.close()
      current = undefined
      abandon()
    },
  }
}

function unavailable(): AppError {
  return new AppError('store_unavailable', 'The thread that opens source maps has ended.')
}
