import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Ingest } from '#ingest/http/create-ingest.ts'
import { openFastLane, type FastLane } from '#ingest/http/fast-lane.ts'
import { limitPipelining } from '#ingest/http/pipelining.ts'
import { ingestServerOptions } from '#ingest/http/server-options.ts'
import type { Departure } from './departure.ts'

export interface HttpServer {
  readonly url: string
  /** Takes no new connections, lets open requests finish, and cuts what is still open after the time. */
  close(timeoutMs: number): Promise<void>
}

export interface HttpParts {
  /** Answers before the application sees a request: most requests are ingest, and they must stay cheap. */
  readonly ingest: Ingest
  readonly api: Pick<Hono, 'fetch'>
  readonly departure: Departure
  readonly onClientError: (error: NodeJS.ErrnoException, socket: Duplex) => void
}

export async function listenHttp(
  at: { readonly host: string; readonly port: number },
  { ingest, api, departure, onClientError }: HttpParts,
): Promise<HttpServer> {
  const application = getRequestListener(api.fetch)
  const mayBegin = limitPipelining(LIMITS.pipelinedRequests)
  const server = createServer(ingestServerOptions, (request, response) => {
    if (!mayBegin(request, response)) return
    if (departure.noteRequest()) response.setHeader('Connection', 'close')
    if (!ingest.handle(request, response)) void application(request, response)
  })
  server.on('clientError', onClientError)
  const lane = openFastLane(server, ingest.take, { isLast: departure.noteRequest })
  const port = await listen(server, at)
  const host = at.host.includes(':') ? `[${at.host}]` : at.host
  return {
    url: `http://${host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host}:${port}`,
    close: (timeoutMs) => close(server, lane, timeoutMs),
  }
}

function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return reject(error)
      const why = error.code === 'EACCES' ? 'may not be used by this user' : 'is in use'
      reject(
        new AppError(
          'conflict',
          `Port ${port} on ${host} ${why}. Choose another with --port (0 picks a free one).`,
        ),
      )
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function close(server: Server, lane: FastLane, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      lane.cut()
      server.closeAllConnections()
    }, timeoutMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
    lane.close()
  })
}
