import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What went over a line to a server, both ways. */
export interface Traffic {
  readonly sent: number
  readonly received: number
  /** Times that the client waited for an answer. */
  readonly trips: number
}

export interface CountedLine {
  /** The address, over this line. */
  readonly url: string
  traffic(): Traffic
  close(): Promise<void>
}

/** Leads to the server of an address and counts what passes. */
export async function openCountedLine(address: string): Promise<CountedLine> {
  const url = new URL(address)
  const target = { port: Number(url.port), host: url.hostname }
  const open = new Set<Socket>()
  const counted = { sent: 0, received: 0, trips: 0 }
  const server = createServer((near) => {
    const far = connect(target)
    let isAnswered = true
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    near.on('data', (chunk) => {
      counted.sent += chunk.length
      if (isAnswered) counted.trips += 1
      isAnswered = false
    })
    far.on('data', (chunk) => {
      counted.received += chunk.length
      isAnswered = true
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    traffic: () => ({ ...counted }),
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
