import { lookup } from 'node:dns/promises'
import { checkTarget, type Resolve } from './checked-target.ts'
import { exchange } from './exchange.ts'
import { nextRequest } from './redirect.ts'
import type { Outbound, OutboundAnswer, OutboundFailure, OutboundRequest } from './request-and-answer.ts'

export interface OutboundOptions {
  /** `host` or `host:port` in lower case: asked whatever their address is. */
  readonly allowedHosts: readonly string[]
  readonly resolve?: Resolve
}

const resolveBySystem: Resolve = (host) => lookup(host, { all: true })

/**
 * Asks addresses of the public internet and what the operator allows, nothing else. A name is resolved once for each
 * connection, each of its addresses is checked, and the socket goes to those: a name that changes its mind in between
 * changes nothing.
 *
 * Redirects: each is checked like the first address; none leads from https to http; to another origin only harmless
 * headers go along. A POST is repeated where the answer says so (307, 308); with any other redirect the answer itself
 * is given, because a GET elsewhere that succeeds would look like a delivery.
 */
export function createOutbound({ allowedHosts, resolve = resolveBySystem }: OutboundOptions): Outbound {
  const allowed = new Set(allowedHosts)

  async function follow(request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    let current = request
    for (let left = request.redirects; ; left--) {
      const target = await checkTarget(current.url, allowed, resolve, signal)
      if (!target.ok) return target
      const answer = await exchange(target, current, signal)
      if (!answer.ok) return answer
      const next = nextRequest(current, answer)
      if (next === undefined) return answer
      if ('reason' in next) return next
      if (left <= 0) return failure('too_many_redirects', `more than ${request.redirects}`)
      current = next
    }
  }

  return {
    async send(request, signal) {
      const timer = AbortSignal.timeout(request.timeoutMs)
      const both = signal === undefined ? timer : AbortSignal.any([timer, signal])
      try {
        return await untilAborted(follow(request, both), both)
      } catch (error) {
        if (timer.aborted) return failure('timed_out', `no whole answer within ${request.timeoutMs} ms`)
        if (both.aborted) return failure('unreachable', 'given up')
        return failure('unreachable', error instanceof Error ? error.message : String(error))
      }
    },
  }
}

/** DNS resolution cannot be cancelled, so it is abandoned on timeout. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function failure(reason: OutboundFailure['reason'], detail: string): OutboundFailure {
  return { ok: false, reason, detail }
}
