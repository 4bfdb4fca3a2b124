import type { ServerOptions } from 'node:http'
import { LIMITS } from '#domain/limits.ts'

/** For `http.createServer`: what frees sockets whose other end is slow, silent or gone. */
export const ingestServerOptions = {
  headersTimeout: LIMITS.headersTimeoutMs,
  requestTimeout: LIMITS.requestTimeoutMs,
  /** How often the two above are looked at; a stalled request lives at most this much longer. */
  connectionsCheckingInterval: 2_000,
  /** Longer than the usual proxy keeps an idle connection, or its next request would meet a closed one. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: LIMITS.requestHeaderBytes,
  keepAlive: true,
  noDelay: true,
} as const satisfies ServerOptions
