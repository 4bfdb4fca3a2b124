import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { LIMITS } from '#domain/limits.ts'
import { rawAnswer, type Answer } from './answer.ts'
import { createConnectionShares } from '#ingest/quota/connection-shares.ts'
import type { Ingest } from './create-ingest.ts'
import { httpDate } from './http-date.ts'
import { shareReads } from './shared-reads.ts'
import { readWholeRequest } from './whole-request.ts'

export interface LaneOptions {
  /** How many there may be at once. */
  readonly connections?: number | undefined
  /** Asked with each answer: whether the connection ends with it. */
  readonly isLast?: () => boolean
}

export interface FastLane {
  /** Ends connections that wait for nothing, and the others with their answer. */
  close(): void
  /** Ends all of them now. */
  cut(): void
}

/**
 * Most requests are plain and come in one piece: proxies send them so, and SDKs nearby. They are answered here, for half
 * of what `node:http` takes. With the first that is anything else a connection goes to `node:http`, with all that was
 * not answered yet, for good.
 */
export function openFastLane(
  server: Server,
  take: Ingest['take'],
  { connections = LIMITS.connections, isLast = () => false }: LaneOptions = {},
): FastLane {
  const shares = createConnectionShares(connections)
  const [serve] = server.listeners('connection') as [(this: Server, socket: Socket) => void]
  const riders = new Set<Rider>()
  let isClosing = false

  server.off('connection', serve)
  server.on('connection', (accepted: Socket) => {
    const rider = startRider(accepted, {
      take,
      headersTimeout: server.headersTimeout,
      keepAliveTimeout: server.keepAliveTimeout,
      isLast: () => isLast() || isClosing,
      onSilence: (socket) => server.emit('clientError', new SilentSender(), socket),
      onOther(socket, bytes) {
        riders.delete(rider)
        serve.call(server, socket)
        socket.emit('data', bytes)
      },
    })
    riders.add(rider)
    const closed = shares.add(accepted.remoteAddress ?? '', {
      isIdle: () => riders.has(rider) && rider.isIdle(),
      close: () => rider.socket.destroy(),
    })
    rider.socket.on('close', () => {
      riders.delete(rider)
      closed()
    })
  })
  return {
    close() {
      isClosing = true
      for (const { leave } of riders) leave()
    },
    cut() {
      for (const { socket } of riders) socket.destroy()
    },
  }
}

interface Rider {
  readonly socket: Socket
  /** It waits for nothing. */
  readonly isIdle: () => boolean
  /** Now, or with the answer it waits for. */
  readonly leave: () => void
}

interface Lane {
  readonly take: Ingest['take']
  readonly headersTimeout: number
  readonly keepAliveTimeout: number
  isLast(): boolean
  /** It never asked for anything. */
  onSilence(socket: Socket): void
  /** This request and all later ones go to the other handler. */
  onOther(socket: Socket, bytes: Buffer): void
}

function startRider(accepted: Socket, lane: Lane): Rider {
  let isBusy = false
  let isUsed = false
  let isLast = false
  let isBlocked = false
  let early: Buffer | undefined

  const onBytes = (lent: Buffer) => {
    if (isBusy || isBlocked) return wait(lent)
    const request = readWholeRequest(lent)
    // Before it is taken: what is refused is answered while it is.
    isBusy = true
    if (request !== undefined && lane.take(request, socket.remoteAddress, reply)) return
    isBusy = false
    handOver(Buffer.from(lent))
  }
  /** Answers go out in the order of their requests. */
  const wait = (lent: Buffer) => {
    early = Buffer.concat(early === undefined ? [lent] : [early, lent])
    socket.pause()
  }
  const reply = (answer: Answer) => {
    isBusy = false
    if (socket.destroyed) return
    if (!isUsed) socket.setTimeout(lane.keepAliveTimeout)
    isUsed = true
    isLast = lane.isLast() || isLast
    const text = rawAnswer(answer, connectionHeaders(isLast ? undefined : lane.keepAliveTimeout))
    // What is accepted is answered in ASCII, which is written quicker as what it is.
    const isTaken = socket.write(text, answer.status === 200 ? 'latin1' : 'utf8')
    if (isLast) socket.end()
    else if (!isTaken && socket.writableLength > LIMITS.unreadAnswerBytes) {
      // A sender that does not read responses is not read either, or they would pile up.
      isBlocked = true
      socket.pause().once('drain', goOn)
    } else if (early !== undefined) goOn()
  }
  const goOn = () => {
    const bytes = early
    early = undefined
    isBlocked = false
    socket.resume()
    if (bytes !== undefined) onBytes(bytes)
  }
  const leave = () => {
    isLast = true
    if (!isBusy) socket.end()
  }
  const onTimeout = () => {
    if (isBusy) return
    if (isUsed) socket.destroy()
    else lane.onSilence(socket)
  }
  const handOver = (bytes: Buffer) => {
    socket.setTimeout(0)
    reads.end()
    socket.off('end', leave).off('timeout', onTimeout).off('error', ignore)
    lane.onOther(socket, bytes)
  }

  const reads = shareReads(accepted, onBytes)
  const { socket } = reads
  socket.setTimeout(lane.headersTimeout)
  socket.on('end', leave).on('timeout', onTimeout).on('error', ignore)
  return { socket, leave, isIdle: () => !isBusy }
}

function connectionHeaders(keepAliveTimeout: number | undefined): string {
  const connection =
    keepAliveTimeout === undefined
      ? 'close'
      : `keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}`
  return `Date: ${httpDate()}\r\nConnection: ${connection}\r\n`
}

/** As `node:http` says it. */
class SilentSender extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

/** 'close' follows. */
function ignore(): void {}
