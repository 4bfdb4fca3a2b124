// Run as a process of its own by honest-client.ts, so that what a test does cannot hold it up.
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'

export interface HonestOrders {
  readonly origin: string
  readonly projectId: string
  readonly publicKey: string
  readonly perSecond: number
  /** Asked for in turn, twice a second, with the token. */
  readonly pages: readonly string[]
  readonly token: string
}

export interface SentEvent {
  readonly id: string
  /** 0: no answer came. */
  readonly status: number
  readonly detail: string
  /** From the request to the whole answer, without the time in which this process itself stood still. */
  readonly waitedMs: number
  readonly at: number
}

export interface AskedPage {
  readonly path: string
  readonly status: number
  readonly waitedMs: number
}

export interface HonestReport {
  readonly events: readonly SentEvent[]
  readonly pages: readonly AskedPage[]
  /** The longest time in which this process stood still. */
  readonly longestStallMs: number
}

const PAGE_EVERY_MS = 500
const ANSWER_TIMEOUT_MS = 30_000
const TICK_MS = 10
const STALL_FROM_MS = 20

const events: SentEvent[] = []
const pages: AskedPage[] = []
const stalls: Array<{ readonly from: number; readonly to: number }> = []
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
const waiting = new Set<Promise<void>>()

let tick = performance.now()
setInterval(() => {
  const now = performance.now()
  if (now - tick > TICK_MS + STALL_FROM_MS) stalls.push({ from: tick + TICK_MS, to: now })
  tick = now
}, TICK_MS)

interface Answer {
  readonly status: number
  readonly text: string
  readonly from: number
  readonly to: number
}

function ask(
  url: string,
  method: string,
  headers: Readonly<Record<string, string | number>>,
  body?: Buffer,
): Promise<Answer> {
  const from = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, text: string) => resolve({ status, text, from, to: performance.now() })
    const outgoing = request(url, { method, headers, agent, timeout: ANSWER_TIMEOUT_MS }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      incoming.once('error', (error) => end(0, error.message))
      incoming.once('end', () => end(incoming.statusCode ?? 0, text))
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer within 30 s')))
    outgoing.once('error', (error) => end(0, error.message))
    outgoing.end(body)
  })
}

/** Separates time waited for the server from time lost in this process. */
function waitedMs({ from, to }: Answer): number {
  const stood = stalls.map((stall) => Math.max(0, Math.min(stall.to, to) - Math.max(stall.from, from)))
  return Math.max(0, to - from - stood.reduce((sum, ms) => sum + ms, 0))
}

function eventOf(id: string, turn: number): object {
  const kind = turn % 5
  const frames = Array.from({ length: 12 }, (_, n) => ({
    filename: `https://shop.example/assets/${n < 9 ? 'vendor' : 'app'}.js`,
    function: `step${kind}of${n}`,
    lineno: 10 + n,
    colno: 4,
    in_app: n >= 9,
  }))
  return {
    event_id: id,
    platform: 'javascript',
    level: 'error',
    release: 'shop@3.1.0',
    environment: 'production',
    timestamp: Date.now() / 1000,
    user: { id: `u${turn % 40}` },
    tags: { area: 'checkout' },
    breadcrumbs: Array.from({ length: 20 }, (_, n) => ({ category: 'ui.click', message: `button#b${n}` })),
    exception: {
      values: [{ type: `HonestError${kind}`, value: `the drawer ${kind} is stuck`, stacktrace: { frames } }],
    },
  }
}

async function sendOne(orders: HonestOrders, turn: number): Promise<void> {
  const id = randomBytes(16).toString('hex')
  const item = JSON.stringify(eventOf(id, turn))
  const header = JSON.stringify({ event_id: id, sent_at: new Date().toISOString() })
  const plain = Buffer.from(`${header}\n{"type":"event"}\n${item}\n`)
  const body = turn % 2 === 0 ? plain : gzipSync(plain)
  const coding = turn % 2 === 0 ? {} : { 'content-encoding': 'gzip' }
  const path = `/api/${orders.projectId}/envelope/?sentry_version=7&sentry_key=${orders.publicKey}`
  const headers = { ...coding, 'content-length': body.length }
  const answer = await ask(`${orders.origin}${path}`, 'POST', headers, body)
  const detail = answer.status === 200 ? '' : answer.text.slice(0, 300)
  events.push({ id, status: answer.status, detail, waitedMs: waitedMs(answer), at: Date.now() })
}

async function askPage({ origin, token, pages: paths }: HonestOrders, turn: number): Promise<void> {
  const path = paths[turn % paths.length]!
  const answer = await ask(`${origin}${path}`, 'GET', { authorization: `Bearer ${token}` })
  pages.push({ path, status: answer.status, waitedMs: waitedMs(answer) })
}

function track(work: Promise<void>): void {
  waiting.add(work)
  void work.finally(() => waiting.delete(work))
}

function begin(orders: HonestOrders): () => void {
  let turn = 0
  track(sendOne(orders, turn++).then(() => void process.send!('begun')))
  const sending = setInterval(() => track(sendOne(orders, turn++)), 1000 / orders.perSecond)
  const asking = setInterval(() => {
    if (orders.pages.length > 0) track(askPage(orders, turn++))
  }, PAGE_EVERY_MS)
  return () => {
    clearInterval(sending)
    clearInterval(asking)
  }
}

let halt = () => {}
process.on('message', (message: HonestOrders | 'stop') => {
  if (message !== 'stop') halt = begin(message)
  else {
    halt()
    void Promise.all(waiting).then(() => {
      const longestStallMs = Math.max(0, ...stalls.map(({ from, to }) => to - from))
      process.send!({ events, pages, longestStallMs } satisfies HonestReport, () => process.exit(0))
    })
  }
})
// The parent process is gone.
process.on('disconnect', () => process.exit(1))
