import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { ResolvedAddress, Target } from './checked-target.ts'
import type { OutboundAnswer, OutboundFailure, OutboundRequest } from './request-and-answer.ts'
import { unpack } from './unpack.ts'

/** One request and its answer. Rejects where the connection fails or the signal aborts. */
export async function exchange(
  target: Target,
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const outgoing = start(target, request, signal)
  try {
    const incoming = await answerOf(outgoing)
    const headers = headersOf(incoming)
    if (Number(headers.get('content-length') ?? 0) > request.maxBytes) return tooLarge(request)
    const body = await readBody(incoming, request.maxBytes)
    const unpacked = body && (await unpack(body, headers.get('content-encoding'), request.maxBytes))
    if (unpacked === undefined) return tooLarge(request)
    return { ok: true, status: incoming.statusCode!, headers, body: unpacked, url: target.url.href }
  } finally {
    outgoing.destroy()
  }
}

function start(target: Target, request: OutboundRequest, signal: AbortSignal): ClientRequest {
  const { method = 'GET', headers = {}, body } = request
  const send = target.url.protocol === 'https:' ? requestHttps : requestHttp
  const outgoing = send(target.url, {
    method,
    // A new connection each time: a kept-alive one could lead to an address that was checked for another host.
    agent: false,
    lookup: only(target.addresses),
    headers: {
      ...headers,
      'Accept-Encoding': 'identity',
      ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    },
    signal,
  })
  outgoing.end(body)
  return outgoing
}

/** Connects to what was checked, whatever the name means by now. */
function only(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all === true) return callback(null, [...addresses])
    const [first] = addresses
    callback(null, first!.address, first!.family)
  }
}

function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    // Stays: a connection can fail a second time, after the answer.
    outgoing.on('error', reject)
    outgoing.once('close', () => reject(new Error('The connection ended without an answer.')))
  })
}

/** Undefined where it is too large, as soon as that is known. A body that breaks off rejects. */
async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    bytes += part.byteLength
    if (bytes > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts, bytes)
}

function headersOf({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
    ),
  )
}

function tooLarge({ maxBytes }: OutboundRequest): OutboundFailure {
  return { ok: false, reason: 'too_large', detail: `more than ${maxBytes} bytes` }
}
