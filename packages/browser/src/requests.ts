import { named } from './core/attributes.ts'
import { pageOf } from './core/classify.ts'
import { isCode } from './core/navigation.ts'
import { endPrefetch, startPrefetch } from './core/prefetches.ts'
import { calling, type RouterRequest, type Settled, watchFetch } from './hooks/fetch.ts'
import { guard, now } from './hooks/guard.ts'
import { openSpan, type Span } from './sdk.ts'
import { beginIfTaken, fail, keep, navigation, path, prefetches, timed } from './tracker.ts'

function started(request: RouterRequest): Settled {
  const { kind, page, url, at } = request
  const isAction = kind === 'action'
  const prefetch = kind === 'prefetch' ? startPrefetch(prefetches, page, path, at) : undefined
  const data = isAction ? undefined : keep({ page, url, startTime: at, prefetch })
  if (kind === 'data') beginIfTaken()
  return (response) => {
    const end = now()
    const header = (name: string) => response?.headers.get(name)
    // Not data: a login page or a proxy answered, or the server failed, or nobody did.
    const isFailure = !response?.ok || /html/.test(header('content-type') ?? '')
    if (prefetch) endPrefetch(prefetch, isFailure, end, response?.status)
    // Of a request without an answer not every browser tells the time.
    if (data && !response) data.timing = data
    if (kind === 'data' && isFailure && navigation?.to === page) fail('data_failed')
    if (isAction && !request.hasSpan) {
      const status = { 'url.path': page, 'http.response.status_code': response?.status }
      // The page is older than the deployment, which does not know the action any more.
      const skew = !!header('x-nextjs-action-not-found')
      openSpan('http.client', at, { ...status, ...named('request', { kind, skew }) }, `POST ${page}`).end()
    }
  }
}

/** Labels the SDK's own span of the request that is being made. */
export function labelRequest(span: Span): void {
  if (!calling?.page) return
  calling.hasSpan = true
  span.setAttributes(named('request', { kind: calling.kind }))
}

/** Answers a function that reads at once what the browser has measured and not told yet. */
export function watchRequests(isOwn: (url: string) => unknown): () => void {
  watchFetch(started)
  const read = guard((entries: PerformanceEntryList) => {
    for (const entry of entries as PerformanceResourceTiming[]) if (!isOwn(entry.name)) measured(entry)
  })
  const observer = new PerformanceObserver((list) => read(list.getEntries()))
  observer.observe({ type: 'resource', buffered: true })
  return () => read(observer.takeRecords())
}

function measured(entry: PerformanceResourceTiming): void {
  const { name, initiatorType, startTime, responseEnd, transferSize, responseStatus } = entry
  const page = pageOf(new URL(name).pathname)
  if (/fetch|xml/.test(initiatorType) || isCode(name)) timed(entry)
  else if (page) {
    // React Router prefetches data by links, of which nothing else can be seen.
    const prefetch = startPrefetch(prefetches, page, path, startTime)
    prefetch.bytes += transferSize
    endPrefetch(prefetch, responseStatus >= 400, responseEnd, responseStatus)
  }
}
