import type { Request } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json } from '#domain/json.ts'
import { pairs, text } from './read.ts'

export function readRequest(sent: Json | undefined): Request | undefined {
  if (!isObject(sent)) return undefined
  const data = sent['data']
  const request: Request = {
    url: text(sent['url']),
    method: text(sent['method'])?.toUpperCase(),
    headers: pairs(sent['headers']),
    query: readQuery(sent['query_string'] ?? sent['query']),
    data: data === null || data === '' ? undefined : data,
    cookies: readCookies(sent['cookies']),
  }
  const empty =
    (request.url ?? request.method ?? request.query ?? request.data) === undefined &&
    request.headers.length === 0 &&
    request.cookies.length === 0
  return empty ? undefined : request
}

export function headerOf(request: Request | undefined, name: string): string | undefined {
  return request?.headers.find(([key]) => key.toLowerCase() === name)?.[1]
}

/** Text since SDK 8, an object in 7, a list of pairs in others. */
function readQuery(sent: Json | undefined): string | undefined {
  if (typeof sent === 'string') return text(sent.replace(/^\?/, ''))
  return text(
    pairs(sent)
      .map(([key, value]) => `${encode(key)}=${encode(value)}`)
      .join('&'),
  )
}

/** `encodeURIComponent` throws on half a surrogate pair. */
function encode(part: string): string {
  return encodeURIComponent(part.toWellFormed())
}

function readCookies(sent: Json | undefined): ReadonlyArray<readonly [string, string]> {
  if (typeof sent !== 'string') return pairs(sent)
  return pairs(
    sent.split(';').map((part) => {
      const at = part.indexOf('=')
      return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1).trim()]
    }),
  )
}
