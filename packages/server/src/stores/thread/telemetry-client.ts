import type { MessagePort } from 'node:worker_threads'

import { AppError } from '#domain/app-error.ts'

import type { TelemetryStore } from '../telemetry.ts'
import { toError } from './telemetry-messages.ts'
import type { Method, Request, Response } from './telemetry-messages.ts'

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** The telemetry store of another thread. When that thread goes, every open call fails and so does every later one. */
export function connectTelemetry(port: MessagePort): TelemetryStore {
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
    lastId += 1
    const request: Request = { id: lastId, method, args }
    return new Promise((resolve, reject) => {
      port.postMessage(request)
      pending.set(request.id, { resolve: resolve as Pending['resolve'], reject })
    })
  }

  return {
    append: (...args) => call('append', args),
    watermark: (...args) => call('watermark', args),
    known: (...args) => call('known', args),
    get: (...args) => call('get', args),
    page: (...args) => call('page', args),
    following: (...args) => call('following', args),
    find: (...args) => call('find', args),
    revise: (...args) => call('revise', args),
    move: (...args) => call('move', args),
    rawItems: (...args) => call('rawItems', args),
    timeSeries: (...args) => call('timeSeries', args),
    breakdown: (...args) => call('breakdown', args),
    windows: (...args) => call('windows', args),
    reached: (...args) => call('reached', args),
    searchEvents: (...args) => call('searchEvents', args),
    searchIssues: (...args) => call('searchIssues', args),
    tagKeys: (...args) => call('tagKeys', args),
    sessionCounts: (...args) => call('sessionCounts', args),
    sessionSeries: (...args) => call('sessionSeries', args),
    expire: (...args) => call('expire', args),
    stats: (...args) => call('stats', args),
    async close() {
      if (gone) return
      await call('close', [])
      port.close()
    },
  }
}

function unavailable(): AppError {
  return new AppError('store_unavailable', 'The thread that owns the telemetry store has ended.')
}
