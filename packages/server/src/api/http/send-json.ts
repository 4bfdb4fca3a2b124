import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { LIMITS } from '#domain/limits.ts'
import { acceptedEncoding, ENCODERS, type Encoding } from './encoding.ts'

export type SendJson = (c: Context, value: unknown, status?: ContentfulStatusCode) => Promise<Response>

/** Answers with JSON, compressed where that is worth it and gives nothing away. */
export function createSendJson(): SendJson {
  let compressing = 0
  return async (c, value, status = 200) => {
    const text = JSON.stringify(value)
    c.header('Content-Type', 'application/json')
    c.header('Vary', 'Accept-Encoding', { append: true })
    const encoding = text.length < LIMITS.answers.compressFromBytes ? undefined : encodingFor(c)
    // Waiting for a turn would take longer than sending the answer as it is.
    if (encoding === undefined || compressing >= LIMITS.answers.compressedAtOnce) return c.body(text, status)
    compressing++
    try {
      const bytes = await ENCODERS[encoding](text)
      c.header('Content-Encoding', encoding)
      return c.body(bytes, status)
    } finally {
      compressing--
    }
  }
}

/**
 * The length of a compressed response can reveal secrets in it (BREACH). New credentials are only in responses to
 * changes, so those are not compressed, nor are responses to cross-site requests, which could be repeated with
 * guesses.
 */
function encodingFor(c: Context): Encoding | undefined {
  if (c.req.method !== 'GET') return undefined
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined
  return acceptedEncoding(c.req.header('Accept-Encoding'))
}
