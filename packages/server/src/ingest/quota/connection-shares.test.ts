import { afterEach, describe, expect, it } from 'vitest'
import { createConnectionShares } from './connection-shares.ts'
import { startTestServer, type TestServer } from '#ingest/testing/ingest-server.ts'
import { exchange } from '#ingest/testing/raw-exchange.ts'

describe('[IN63] open connections', () => {
  it('are limited, and the address with the most loses one', () => {
    const closed: string[] = []
    const shares = createConnectionShares(5)
    const open = (address: string, name: string, isIdle: boolean) =>
      shares.add(address, { isIdle: () => isIdle, close: () => closed.push(name) })
    open('honest', 'honest', true)
    open('greedy', 'busy', false)
    const leave = open('greedy', 'leaving', true)
    for (const name of ['first idle', 'second idle']) open('greedy', name, true)
    open('late', 'late', true)
    leave()
    open('later', 'later', true)
    open('later', 'last', true)
    expect(closed).toEqual(['leaving', 'first idle', 'second idle'])
    expect(shares.count).toBe(5)
  })

  it('are closed from the oldest on where none of them is idle', () => {
    const closed: number[] = []
    const shares = createConnectionShares(3)
    for (let opened = 0; opened < 10; opened++) {
      shares.add('one', { isIdle: () => false, close: () => closed.push(opened) })
    }
    expect(closed).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  let test: TestServer | undefined
  afterEach(() => test?.close())

  it('that say nothing make room for those that come later, which are served', async () => {
    test = await startTestServer({ connections: 20 })
    const silent = Array.from({ length: 20 }, () => exchange(test!.port))
    await expect.poll(() => connectionsOf(test!)).toBe(20)
    const late = Array.from({ length: 5 }, () => exchange(test!.port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n'))
    for (const { answers } of late) expect(await answers(1)).toMatchObject([{ status: 404 }])
    await Promise.all(silent.slice(0, 5).map(({ ended }) => ended))
    expect(await connectionsOf(test)).toBe(20)
    for (const { socket } of [...silent, ...late]) socket.destroy()
  })
})

const connectionsOf = ({ server }: TestServer) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
