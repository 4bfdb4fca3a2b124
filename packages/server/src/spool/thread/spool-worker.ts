import { parentPort, workerData } from 'node:worker_threads'
import type { Log } from '#domain/log.ts'
import { blockingDisk } from '#spool/disk.ts'
import { openFileSpool } from '#spool/file-spool.ts'
import { SpoolRefused } from '#spool/spool.ts'
import type { FromSpool, Known, Refused, SpoolThreadOptions, ToSpool } from './spool-messages.ts'

/** Free space comes and goes without an append; a probe after a failed write is due after a while. */
const TELL_EVERY_MS = 250

const main = parentPort!
let told = ''
const send = (message: FromSpool) => main.postMessage(message)
const tell =
  (level: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
  (message, fields) =>
    send({ type: 'log', level, message, fields: JSON.stringify(fields ?? {}) })
const log: Log = { debug: tell('debug'), info: tell('info'), warn: tell('warn'), error: tell('error') }

const spool = await openFileSpool({
  ...(workerData as SpoolThreadOptions),
  disk: blockingDisk,
  now: Date.now,
  log,
})
send({ type: 'opened', known: known() })
const telling = setInterval(tellNews, TELL_EVERY_MS)

main.on('message', (message: ToSpool) => {
  if (message.type === 'append') void append(message.batch, message.records, message.bytes)
  else if (message.type === 'trim') void trim(message.call, message.position)
  else void close()
})

async function append(batch: number, records: ArrayBuffer, bytes: number): Promise<void> {
  const outcome = await spool.appendRecords(Buffer.from(records, 0, bytes)).catch(refused)
  main.postMessage({ type: 'settled', batch, outcome, records, known: known() } satisfies FromSpool, [
    records,
  ])
}

async function trim(call: number, position: number): Promise<void> {
  const failure = await spool.trim(position).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  send({ type: 'trimmed', call, failure, known: known() })
}

async function close(): Promise<void> {
  clearInterval(telling)
  await spool.close()
  send({ type: 'closed' })
  main.close()
}

/** An idle server must not wake its other thread to tell it what it knows. */
function tellNews(): void {
  const before = told
  const news = known()
  if (told !== before) send({ type: 'known', known: news })
}

/** Whoever calls it sends it: `told` is what the other side knows, by whichever message it came. */
function known(): Known {
  const refusal = spool.refusal()
  const current = { status: spool.status(), refusal: refusal && refused(refusal) }
  told = JSON.stringify(current)
  return current
}

function refused(error: unknown): Refused {
  if (!(error instanceof SpoolRefused)) throw error
  return {
    reason: error.reason,
    retryAfterSeconds: error.retryAfterSeconds,
    cause: error.cause instanceof Error ? error.cause.message : undefined,
  }
}
