import { type Attributes, named } from './core/attributes.ts'
import { factsOf, isCode, isFor, type Navigation, type PageRequest, type Trigger } from './core/navigation.ts'
import type { Prefetch, PrefetchStore } from './core/prefetches.ts'
import { guard, now } from './hooks/guard.ts'
import { type Intent, place } from './hooks/page.ts'
import { epoch, openSpan, type Span } from './sdk.ts'

/** Enough for any page; a bound for those that go wrong. */
const MOST = 200
/** A request that begins with the new page has begun by then. */
const SETTLE_MS = 100
/** After this long a navigation is told as it is. */
const GIVE_UP_MS = 15_000
const INTENT_MS = 30_000

/** Of the one page that there is: which navigation runs, what it waits for, and when it is over. */
export const prefetches: PrefetchStore = new Map<string, Prefetch>()
export let navigation: Navigation | undefined
/** A navigation that failed: routers load the page as a whole some time after they gave up. */
let broken: Navigation | undefined
export let path: string
let current: string
let span: Span | undefined
let spanAt = 0
let intent: Intent | undefined
let timer: ReturnType<typeof setTimeout>
let requests: PageRequest[] = []

/** A router tells when the page is there, so that the change of the address does not stand for it. */
let hasRouter: boolean
let catchUp: () => void

export function startTracking(routerTells: boolean, readMeasurements: () => void): void {
  hasRouter = routerTells
  catchUp = readMeasurements
  current = place()
  path = location.pathname
}

/** NaN without Next.js, as good as 0. */
const nextMajor = (): number =>
  Number.parseInt((globalThis as { readonly next?: { readonly version: string } }).next?.version as string)

function attributes(): Attributes {
  const { to } = navigation!
  const facts = factsOf(navigation!, requests, prefetches.get(to), nextMajor())
  return { 'url.path': to, ...named('navigation', facts) }
}

function tell(): void {
  if (navigation) span?.setAttributes(attributes())
}

/** A click that a router took over; any other is a page load as it was meant. */
const takenIntent = (): Intent | undefined =>
  intent?.event.defaultPrevented && now() - intent.at < INTENT_MS ? intent : undefined

function begin(to: string, trigger: Trigger, at: number): void {
  if (navigation) finish()
  const taken = takenIntent()
  const isClick = taken?.to === to
  const start = isClick ? taken.at : at
  intent = undefined
  // The SDK's span of an earlier navigation is not this one's.
  if (spanAt < start - 5) span = undefined
  navigation = { from: path, to, start, trigger: isClick ? 'click' : trigger }
}

/** For what happens when a click was seen and nothing else. */
export function beginIfTaken(): void {
  const taken = navigation ? undefined : takenIntent()
  if (taken) begin(taken.to, 'click', taken.at)
}

/** The start of a navigation that nobody announced: its first request, or the span of Next.js, came before its address. */
function beginAtCommit(to: string, at: number): void {
  const request = requests.find(
    ({ page, prefetch, timing }) => page === to && !prefetch && (!timing || at - timing.responseEnd! < 1000),
  )
  const start = request ? request.startTime : span && nextMajor() ? spanAt : undefined
  begin(to, start || hasRouter ? 'router' : 'commit', start ?? at)
}

const isThere = (): number | undefined => (hasRouter ? navigation?.content : navigation?.commit)

function check(): void {
  catchUp()
  if (!navigation) return
  const running = navigation
  const isOpen = requests.some((one) => !one.timing && isFor(running, one))
  if ((isThere() && !isOpen) || now() - running.start > GIVE_UP_MS) finish()
  else settle()
}

function settle(): void {
  tell()
  clearTimeout(timer)
  timer = setTimeout(guard(check), SETTLE_MS)
}

function finish(): void {
  const { to, start, content, commit, failure } = navigation!
  const prefetch = prefetches.get(to)
  if (span) tell()
  else openSpan('navigation', start, attributes()).end(epoch(content ?? commit ?? start))
  if (prefetch) {
    if (prefetch.outcome === 'unused') prefetch.outcome = 'used'
    prefetch.usedAt ??= start
  }
  broken = failure ? navigation : undefined
  navigation = span = undefined
}

export function clicked(one: Intent): void {
  intent = one
}

export function spanStarted(started: Span): void {
  if (!span) {
    span = started
    spanAt = now()
  }
  tell()
}

export function began(to: string): void {
  addressChanged(true)
  if (navigation?.to !== to || navigation.content) begin(to, 'router', now())
}

export function ended(): void {
  // Back and forward: the router may hear of them first.
  addressChanged(true)
  if (!navigation) return
  navigation.content = now()
  settle()
}

export function addressChanged(back?: boolean): void {
  const at = now()
  if (current === place()) return
  current = place()
  const to = location.pathname
  const isRunning = navigation && (!navigation.commit || hasRouter) && (!back || navigation.to === to)
  if (!isRunning) beginAtCommit(to, at)
  if (back) navigation!.trigger = 'back'
  // After a redirect the page is another than the one that was asked for.
  navigation!.to = path = to
  navigation!.commit ??= at
  settle()
}

export function timed(timing: PerformanceResourceTiming): void {
  const { name, startTime, responseEnd, transferSize } = timing
  const request = requests.find((one) => one.url === name && !one.timing && startTime >= one.startTime - 1)
  if (request) {
    request.timing = timing
    if (request.prefetch) {
      request.prefetch.bytes += transferSize
      request.prefetch.end = responseEnd
    }
  } else keep({ page: '', url: name, startTime, timing })
  if (isCode(name) && timing.responseStatus >= 400) fail('code_failed')
}

/** The newest; a page that fetches all day must not fill the memory. */
export function keep(request: PageRequest): PageRequest {
  requests = [...requests, request].slice(-MOST)
  return request
}

export function fail(reason: string): void {
  beginIfTaken()
  if (navigation) navigation.failure ??= reason
  tell()
}

/** The navigation that is lost when the page ends now. */
export function unfinished(): Navigation | undefined {
  beginIfTaken()
  return isThere() && !navigation!.failure ? undefined : (navigation ?? broken)
}
