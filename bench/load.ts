import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  readonly host: string
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Requests per second over all connections; as fast as answers come when undefined. */
  readonly rate?: number
  readonly next: () => Buffer
}

export interface LoadResult {
  readonly requests: number
  readonly failures: number
  readonly seconds: number
  readonly perSecond: number
  /** Milliseconds from when each request was due to its answer: one that had to wait for its turn counts as slow. */
  readonly delaysMs: readonly number[]
}

/** Keep-alive connections, each sending its next request when the last one was answered (or when its turn comes). */
export async function generateLoad(options: LoadOptions): Promise<LoadResult> {
  const started = performance.now()
  const until = started + options.seconds * 1000
  const counts: Counts = { requests: 0, failures: 0, delaysMs: [] }
  const due = pacer(options.rate, started)
  await Promise.all(Array.from({ length: options.connections }, () => drive(options, until, counts, due)))
  const seconds = (performance.now() - started) / 1000
  return { ...counts, seconds, perSecond: counts.requests / seconds }
}

interface Counts {
  requests: number
  failures: number
  readonly delaysMs: number[]
}

/** Milliseconds to wait before the next request may start. */
function pacer(rate: number | undefined, started: number): () => number {
  let sent = 0
  return () => {
    if (rate === undefined) return 0
    const at = started + (sent++ / rate) * 1000
    return at - performance.now()
  }
}

function drive(options: LoadOptions, until: number, counts: Counts, due: () => number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: options.host, port: options.port, noDelay: true })
    let pending = ''
    let dueAt = 0
    const send = () => {
      const wait = due()
      dueAt = performance.now() + Math.min(wait, 0)
      if (performance.now() + Math.max(0, wait) >= until) {
        socket.end()
        resolve()
      } else if (wait > 1) {
        dueAt += wait
        setTimeout(() => socket.write(options.next()), wait)
      } else socket.write(options.next())
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      const answered = takeAnswer(pending)
      if (answered === undefined) return
      pending = answered.rest
      counts.requests++
      counts.delaysMs.push(performance.now() - dueAt)
      if (answered.status !== 200) counts.failures++
      afterAnswer(socket, send)
    })
  })
}

function afterAnswer(socket: Socket, send: () => void): void {
  if (!socket.destroyed) send()
}

function takeAnswer(text: string): { status: number; rest: string } | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0)
  const end = headEnd + 4 + length
  if (text.length < end) return undefined
  return { status: Number(text.slice(9, 12)), rest: text.slice(end) }
}
