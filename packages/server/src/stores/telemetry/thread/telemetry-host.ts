import type { MessagePort } from 'node:worker_threads'

import { asking, cancelled } from '#domain/question.ts'

import { METHODS, type TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { toFailure } from './telemetry-messages.ts'
import type { Request, Response, ToHost } from './telemetry-messages.ts'

/**
 * Answers calls that arrive on the port with the store of this thread. Close the store before the thread ends: a thread
 * that is terminated inside a DuckDB call aborts the whole process (measured).
 */
export function serveTelemetry(store: TelemetryStore, port: MessagePort): void {
  const running = new Map<number, AbortController>()
  port.on('message', (message: ToHost) => {
    if ('cancel' in message) return running.get(message.cancel)?.abort(cancelled())
    const stop = new AbortController()
    running.set(message.id, stop)
    void answer(store, message, stop.signal).then((response) => {
      running.delete(message.id)
      port.postMessage(response)
    })
  })
  // The caller is gone.
  port.on('close', () => {
    for (const stop of running.values()) stop.abort(cancelled())
  })
}

async function answer(
  store: TelemetryStore,
  { id, method, args, requester }: Request,
  signal: AbortSignal,
): Promise<Response> {
  try {
    if (!Object.hasOwn(METHODS, method)) throw new TypeError('no such method')
    const call = store[method] as (...args: readonly unknown[]) => Promise<unknown>
    return { id, result: await asking({ requester, signal }, () => call.apply(store, [...args])) }
  } catch (error) {
    return { id, failure: toFailure(error) }
  }
}
