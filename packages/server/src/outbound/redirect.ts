import type { OutboundFailure, OutboundRequest, OutboundSuccess } from './request-and-answer.ts'

const REPEATED = new Set([307, 308])
const REDIRECTS = new Set([301, 302, 303, ...REPEATED])
/** What may go along to another origin: nothing of these says who asks. */
const HARMLESS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

/** What to ask next; undefined where the answer is the answer. */
export function nextRequest(
  request: OutboundRequest,
  { status, headers, url }: OutboundSuccess,
): OutboundRequest | OutboundFailure | undefined {
  const location = headers.get('location')
  if (!REDIRECTS.has(status) || location === undefined) return undefined
  if (request.method === 'POST' && !REPEATED.has(status)) return undefined
  if (!URL.canParse(location, url)) {
    return { ok: false, reason: 'bad_url', detail: 'a redirect to what is no address' }
  }
  const from = new URL(url)
  const to = new URL(location, url)
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    return { ok: false, reason: 'bad_url', detail: 'a redirect from https to http' }
  }
  return { ...request, url: to.href, headers: headersFor(request.headers ?? {}, from.origin === to.origin) }
}

function headersFor(headers: Readonly<Record<string, string>>, sameOrigin: boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => sameOrigin || HARMLESS.has(name.toLowerCase())),
  )
}
