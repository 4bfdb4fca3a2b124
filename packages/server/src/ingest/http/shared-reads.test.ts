import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shareReads } from './shared-reads.ts'

const server = createServer({ allowHalfOpen: true })
beforeEach(() => once(server.listen(0, '127.0.0.1'), 'listening'))
// Closes only when it counts no connection any more.
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
  return new Promise<void>((resolve) => void server.close(() => resolve()))
})

const open: Socket[] = []

/** Both ends of a connection; the accepted one as the server got it. */
async function aConnection(): Promise<{ client: Socket; accepted: Socket }> {
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true })
  const [accepted] = (await once(server, 'connection')) as [Socket]
  return { client, accepted }
}

/** Calls back with each piece that arrives, and says when the next one did. */
function listen(accepted: Socket, onPiece: (bytes: Buffer) => void = () => undefined) {
  let arrived: () => void = () => undefined
  const reads = shareReads(accepted, (lent) => {
    onPiece(lent)
    arrived()
  })
  open.push(reads.socket)
  return { ...reads, piece: () => new Promise<void>((resolve) => (arrived = resolve)) }
}

describe('[IN56] reads into shared memory', () => {
  it('are what this version of Node does', async () => {
    const { client, accepted } = await aConnection()
    const { socket } = listen(accepted)
    expect(socket).not.toBe(accepted)
    expect(socket.remotePort).toBe(client.localPort)
  })

  it('lend the bytes until the reader returns, and leave nothing of them', async () => {
    const [one, other] = [await aConnection(), await aConnection()]
    const texts: string[] = []
    const lent: Buffer[] = []
    for (const { client, accepted } of [one, other]) {
      const { piece } = listen(accepted, (bytes) => {
        texts.push(bytes.toString())
        lent.push(bytes)
      })
      const next = piece()
      client.write(`from ${client.localPort}`)
      await next
    }
    expect(texts).toEqual([`from ${one.client.localPort}`, `from ${other.client.localPort}`])
    expect(Buffer.concat(lent).every((byte) => byte === 0)).toBe(true)
  })

  it('end with bytes that are their reader’s own', async () => {
    const { client, accepted } = await aConnection()
    const { socket, end, piece } = listen(accepted)
    const first = piece()
    client.write('lent')
    await first
    end()
    const kept: Buffer[] = []
    for (const text of ['first', 'other']) {
      client.write(text)
      kept.push(...((await once(socket, 'data')) as [Buffer]))
    }
    expect(kept.map(String)).toEqual(['first', 'other'])
  })

  it('stop where the reader asks for a pause, and lose nothing', async () => {
    const { client, accepted } = await aConnection()
    let seen = 0
    const { socket } = listen(accepted, (bytes) => {
      seen += bytes.length
      socket.pause()
      setImmediate(() => socket.resume())
    })
    client.end(Buffer.alloc(5_000_000))
    await once(socket, 'end')
    expect(seen).toBe(5_000_000)
  })

  it('answer a sender that half-closed the connection', async () => {
    const { client, accepted } = await aConnection()
    const { socket } = listen(accepted)
    client.end('bye')
    await once(socket, 'end')
    socket.end('good night')
    expect(String(...((await once(client, 'data')) as [Buffer]))).toBe('good night')
  })

  it('are left to the server where Node cannot do it', async () => {
    const { client, accepted } = await aConnection()
    Object.assign((accepted as unknown as { _handle: object })._handle, { useUserBuffer: undefined })
    const texts: string[] = []
    const { socket, end, piece } = listen(accepted, (bytes) => texts.push(bytes.toString()))
    expect(socket).toBe(accepted)
    const first = piece()
    client.write('first')
    await first
    end()
    client.write('other')
    expect(String(...((await once(socket, 'data')) as [Buffer]))).toBe('other')
    expect(texts).toEqual(['first'])
  })
})
