import type { MessagePort } from 'node:worker_threads'

import { AppError } from '#domain/app-error.ts'
import { currentQuestion } from '#domain/question.ts'

import { METHODS, type TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { toError } from './telemetry-messages.ts'
import type { Cancel, Method, Request, Response } from './telemetry-messages.ts'

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** When the other thread goes, every open call fails and so does every later one. */
function openCalls(port: MessagePort) {
  const pending = new Map<number, Pending>()
  let lastId = 0
  let gone = false

  port.on('message', (response: Response) => {
    const call = pending.get(response.id)
    pending.delete(response.id)
    if ('failure' in response) call?.reject(toError(response.failure))
    else call?.resolve(response.result)
  })
  port.on('close', () => {
    gone = true
    for (const { reject } of pending.values()) reject(unavailable())
    pending.clear()
  })

  function call<M extends Method>(
    method: M,
    args: Parameters<TelemetryStore[M]>,
  ): Promise<Awaited<ReturnType<TelemetryStore[M]>>> {
    if (gone) return Promise.reject(unavailable())
    const question = METHODS[method] === 'read' ? currentQuestion() : undefined
    const stop = question?.signal
    if (stop?.aborted === true) return Promise.reject(stop.reason as Error)
    lastId += 1
    const id = lastId
    const request: Request = { id, method, args, requester: question?.requester }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    // The requester is answered at once; the other thread needs a moment to interrupt what it does.
    const leave = () => {
      pending.delete(id)
      port.postMessage({ cancel: id } satisfies Cancel)
      reject(stop?.reason)
    }
    port.postMessage(request)
    pending.set(id, { resolve, reject })
    stop?.addEventListener('abort', leave, { once: true })
    const answered = promise.finally(() => stop?.removeEventListener('abort', leave))
    // Of several reads that end together the caller awaits one; the others must not count as unhandled.
    if (stop !== undefined) answered.catch(() => undefined)
    return answered as Promise<Awaited<ReturnType<TelemetryStore[M]>>>
  }

  return { call, isGone: () => gone }
}

/** The telemetry store of another thread. */
export function connectTelemetry(port: MessagePort): TelemetryStore {
  const { call, isGone } = openCalls(port)
  const names = Object.keys(METHODS) as readonly Method[]
  const methods = names.map((name) => [name, (...args: never) => call(name, args)] as const)
  return {
    ...(Object.fromEntries(methods) as unknown as TelemetryStore),
    async close() {
      if (isGone()) return
      await call('close', [])
      port.close()
    },
  }
}

function unavailable(): AppError {
  return new AppError('store_unavailable', 'The thread that owns the telemetry store has ended.')
}
