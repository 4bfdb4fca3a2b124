import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A port that leads to a server, until something is done to it. */
export interface Line {
  readonly port: number
  /** Open connections end, new ones are refused. */
  cut(): void
  /** From now on everything arrives so much later. */
  slow(delayMs: number): void
  /** Connections stay open, nothing arrives until the line is mended: a network that drops packets. */
  stall(): void
  /** Connections that are open now end when the next thing is sent: the server gave them up while nobody used them. */
  hangUp(): void
  mend(): void
  close(): Promise<void>
}

export async function openLine(port: number, host: string): Promise<Line> {
  const open = new Set<Socket>()
  const givenUp = new WeakSet<Socket>()
  let isCut = false
  let delayMs = 0
  let stalled: PromiseWithResolvers<void> | undefined

  /** In order: a chunk waits for the one before. */
  function passOn(one: Socket, other: Socket): void {
    let before = Promise.resolve()
    const after = (work: () => void) => {
      const wait = delayMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, delayMs))
      before = before.then(async () => {
        await wait
        await stalled?.promise
        work()
      })
    }
    one.on('data', (chunk) => {
      if (givenUp.has(one)) {
        one.resetAndDestroy()
        return
      }
      one.pause()
      after(() => {
        if (!other.destroyed) other.write(chunk)
        one.resume()
      })
    })
    one.on('end', () => after(() => other.end()))
    one.on('error', () => other.destroy())
    one.on('close', () => {
      open.delete(one)
      after(() => other.destroySoon())
    })
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect({ port, host, allowHalfOpen: true })
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      open.add(socket)
    }
    passOn(near, far)
    passOn(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const resume = () => {
    stalled?.resolve()
    stalled = undefined
  }
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
    resume()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    slow: (ms) => void (delayMs = ms),
    stall: () => void (stalled ??= Promise.withResolvers()),
    hangUp: () => open.forEach((socket) => givenUp.add(socket)),
    mend() {
      isCut = false
      delayMs = 0
      resume()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
