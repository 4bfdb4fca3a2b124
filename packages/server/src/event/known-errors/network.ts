import type { Words } from './words.ts'

/** `unreachable`: no connection, or a broken one. `aborted`: the request was cancelled or the page left. */
export type NetworkFailure = 'unreachable' | 'timeout' | 'aborted'

/**
 * Chromium, Firefox, Safari, React Native and old polyfills, axios, Node. Newer SDKs put the host in brackets behind the
 * text of the browser.
 */
const UNREACHABLE =
  /^(?:Failed to fetch|NetworkError when attempting to fetch resource\.?|Load failed|Network ?(?:E|e)rror|Network request failed|fetch failed|The network connection was lost\.?|The Internet connection appears to be offline\.?|A server with the specified hostname could not be found\.?|Could not connect to the server\.?|An SSL error has occurred.{0,100}|Error in (?:input|body) stream|socket hang up|net::ERR_\w+|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)\b.{0,300}|(?:connect|read|write) E(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|PIPE)\b.{0,300}|Connection closed\.?)(?: ?\([^()]{1,300}\))?$/
const TIMED_OUT =
  /^(?:The request timed out\.?|signal timed out|The operation timed out\.?|Request (?:timed out|timeout)\.?|Timeout exceeded|timeout of \d+ ?ms exceeded|network timeout at: .{0,500}|(?:connect|read) ETIMEDOUT\b.{0,300}|(?:Connect|Headers|Body) Timeout Error.{0,300})(?: ?\([^()]{1,300}\))?$/i
const ABORTED =
  /^(?:The user aborted a request\.?|signal is aborted without reason|(?:The|This) operation was aborted\.? ?|Fetch is aborted|Request aborted|BodyStreamBuffer was aborted|AbortError|cancell?ed)$/i
const HOST =
  /\(([^()\s]{1,300})\)$|\bat: (\S{1,500})|\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT) (\S{1,300})/

export function networkFailure({ type, text }: Words): NetworkFailure | undefined {
  if (UNREACHABLE.test(text)) return 'unreachable'
  if (type === 'TimeoutError' || TIMED_OUT.test(text)) return 'timeout'
  return type === 'AbortError' || ABORTED.test(text) ? 'aborted' : undefined
}

/** The host, where the message names it. */
export function namedHost({ text }: Words): string | undefined {
  const match = HOST.exec(text)
  return match?.[1] ?? match?.[2] ?? match?.[3]
}
