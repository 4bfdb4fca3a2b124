import type { MessagePort } from 'node:worker_threads'

import type { TelemetryStore } from '../telemetry.ts'
import { METHODS, toFailure } from './telemetry-messages.ts'
import type { Request, Response } from './telemetry-messages.ts'

/**
 * Answers calls that arrive on the port with the store of this thread. Close the store before the thread ends: a thread
 * that is terminated inside a DuckDB call aborts the whole process (measured).
 */
export function serveTelemetry(store: TelemetryStore, port: MessagePort): void {
  port.on('message', (request: Request) => {
    void answer(store, request).then((response) => port.postMessage(response))
  })
}

async function answer(store: TelemetryStore, { id, method, args }: Request): Promise<Response> {
  try {
    if (!Object.hasOwn(METHODS, method)) throw new TypeError('no such method')
    const call = store[method] as (...args: readonly unknown[]) => Promise<unknown>
    return { id, result: await call.apply(store, [...args]) }
  } catch (error) {
    return { id, failure: toFailure(error) }
  }
}
