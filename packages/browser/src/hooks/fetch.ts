import { classify, type Classified } from '../core/classify.ts'
import { guard, now } from './guard.ts'

export interface RouterRequest extends Classified {
  readonly url: string
  readonly at: number
  /** The SDK has a span of it. */
  hasSpan?: boolean
}

/** Told once, with the response or with undefined when there was none. */
export type Settled = (response?: Response) => void

/** The request that is being made: in the call of `fetch` the SDK starts its span of it. */
export let calling: RouterRequest | undefined

/** Sees requests; the call, its result and its timing stay the page's own. */
export function watchFetch(started: (request: RouterRequest) => Settled): void {
  const original = window.fetch
  window.fetch = function (this: Window, ...args) {
    let settled: Settled | undefined
    guard(() => {
      calling = read(...args)
      settled = guard(started(calling))
    })()
    const result = original.apply(this, args)
    calling = undefined
    // Without the reason: what the page itself gave up looks like what failed.
    if (settled) result.then(settled, () => settled!())
    return result
  }
}

function read(input: RequestInfo | URL, init?: RequestInit): RouterRequest {
  const request = input as Partial<Request>
  const { href, pathname } = new URL(request.url ?? (input as string), location.href)
  const headers = new Headers(init?.headers ?? request.headers)
  const header = (name: string) => headers.get(name)
  const method = init?.method ?? request.method ?? 'GET'
  return { ...classify(pathname, method, header, init?.priority), url: href, at: now() }
}
