import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { postEnvelope } from './post-envelope.ts'

let close = () => {}
afterEach(() => close())

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.close()
    server.closeAllConnections()
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/tunnel`
}

it('[OP20] posts the bytes and answers the status', async () => {
  const got: string[] = []
  const url = await listen((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => got.push(`${request.method} ${text}`))
    request.once('end', () => response.writeHead(403).end('no'))
  })
  expect(await postEnvelope(url, Buffer.from('{}\n'), 2_000)).toBe(403)
  expect(got).toEqual(['POST {}\n'])
})

it('[OP21] gives up on a server that does not answer', async () => {
  const url = await listen(() => {})
  await expect(postEnvelope(url, Buffer.from('{}'), 20)).rejects.toThrow()
})
