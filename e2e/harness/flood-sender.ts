// Run as a separate process by flood.ts, like an attacker on another machine.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

export interface FloodOrders {
  readonly origin: string
  readonly path: string
  readonly connections: number
  readonly ms: number
}

export interface FloodReport {
  /** Answers by status. */
  readonly answers: Readonly<Record<string, number>>
}

const answers: Record<string, number> = {}

function requestTo({ origin, path }: FloodOrders): Buffer {
  const { host } = new URL(origin)
  const item = JSON.stringify({
    message: `flood ${randomBytes(4).toString('hex')}`,
    level: 'error',
    extra: { padding: 'x'.repeat(900) },
  })
  const body = `{}\n{"type":"event"}\n${item}`
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** The next request as soon as there is an answer, and a new connection as soon as one is closed. */
function push(orders: FloodOrders, until: number): void {
  const { hostname, port } = new URL(orders.origin)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let pending = ''
  const next = () => {
    if (performance.now() < until) socket.write(requestTo(orders))
    else socket.destroy()
  }
  socket.on('connect', next).on('error', () => {})
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1')
    const headEnd = pending.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = Number(/content-length: (\d+)/i.exec(pending.slice(0, headEnd))?.[1] ?? 0)
    if (pending.length < headEnd + 4 + length) return
    const status = pending.slice(9, 12)
    answers[status] = (answers[status] ?? 0) + 1
    pending = pending.slice(headEnd + 4 + length)
    next()
  })
  socket.on('close', () => {
    if (performance.now() < until) setTimeout(() => push(orders, until), 20)
  })
}

process.once('message', (orders: FloodOrders) => {
  const until = performance.now() + orders.ms
  for (let turn = 0; turn < orders.connections; turn += 1) push(orders, until)
  setTimeout(() => {
    process.send!({ answers } satisfies FloodReport, () => process.exit(0))
  }, orders.ms + 500)
})
process.on('disconnect', () => process.exit(1))
