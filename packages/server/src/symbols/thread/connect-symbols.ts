import type { MessagePort } from 'node:worker_threads'
import { AppError } from '#domain/app-error.ts'
import type { StackAnswer, Symbolicator } from '#domain/mapped-frame.ts'
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

/** The symbolicator of another thread, which may end and be followed by another one. */
export function connectSymbols(): ConnectedSymbols {
  const pending = new Map<number, Pending>()
  let lastId = 0
  let current: MessagePort | undefined

  function abandon(): void {
    for (const { reject } of pending.values()) reject(unavailable())
    pending.clear()
  }

  return {
    connect(port) {
      abandon()
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
      // Nobody waits for answers once everything else has ended.
      port.unref()
    },
    symbolicate(ask) {
      const port = current
      if (port === undefined) return Promise.reject(unavailable())
      const request: SymbolsRequest = { id: ++lastId, ask }
      return new Promise((resolve, reject) => {
        pending.set(request.id, { resolve, reject })
        port.postMessage(request)
      })
    },
    close() {
      current?.close()
      current = undefined
      abandon()
    },
  }
}

function unavailable(): AppError {
  return new AppError('store_unavailable', 'The thread that opens source maps has ended.')
}
