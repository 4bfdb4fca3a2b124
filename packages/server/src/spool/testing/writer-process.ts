import { openFileSpool } from '#spool/file-spool.ts'

/** Appends until it is killed, and says what was acknowledged. */
const [dir = ''] = process.argv.slice(2)
const log = { debug() {}, info() {}, warn() {}, error() {} }
const spool = await openFileSpool({
  dir,
  limitBytes: 1e9,
  reserveBytes: 0,
  segmentBytes: 100_000,
  preparedFromRate: 0,
  retryAfterSeconds: 30,
  now: Date.now,
  log,
})

async function send(sender: number): Promise<void> {
  for (let count = 0; ; count++) {
    const text = `${process.pid}-${sender}-${count} ${'x'.repeat(count % 5000)}`
    const position = await spool.append(
      { receivedAt: count, projectId: '1', keyId: 'k', form: 'envelope' },
      Buffer.from(text),
    )
    process.stdout.write(`${position} ${text.split(' ')[0]}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, (_, sender) => send(sender)))
