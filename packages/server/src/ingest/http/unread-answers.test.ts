import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { refusedAnswer } from './answer.ts'
import { openFastLane } from './fast-lane.ts'

const REQUEST = 'POST /tunnel HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}'
/** Far more than the kernel holds for a local socket and the lane together. */
const MOST = 5000

it('[IN62] a sender that does not read its answers is not read either until it does, and then gets them all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lane-'))
  const server = createServer()
  let taken = 0
  const answer = refusedAnswer({ status: 403, reason: 'unknown_key', detail: 'x'.repeat(200) })
  const lane = openFastLane(server, (_, __, reply) => {
    taken++
    reply(answer)
    return true
  })
  // A local socket: what the kernel holds for a TCP connection grows to megabytes.
  const path = join(folder, 'socket')
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const socket = connect(path)
  await once(socket, 'connect')
  let sent = 0
  const isOpen = () => taken < sent
  while (sent < MOST && taken === sent) {
    sent++
    socket.write(REQUEST)
    // Each by itself: requests that run together are for `node:http`.
    for (let turns = 0; turns < 1000 && isOpen(); turns++)
      await new Promise((resolve) => setTimeout(resolve, 0))
  }
  expect(taken).toBe(sent - 1)
  expect(taken).toBeLessThan(MOST)
  expect(taken * Buffer.byteLength(answer.body)).toBeGreaterThan(LIMITS.unreadAnswerBytes)
  let text = ''
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
  await expect.poll(() => text.split('HTTP/1.1 403').length - 1).toBe(sent)
  expect(taken).toBe(sent)
  socket.destroy()
  lane.cut()
  server.close()
  await rm(folder, { recursive: true })
})
