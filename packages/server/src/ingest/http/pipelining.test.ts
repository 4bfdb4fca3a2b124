import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { limitPipelining } from './pipelining.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function startServer(most: number) {
  const admit = limitPipelining(most)
  const begun: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (admit(request, response)) begun.push(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return { begun, socket }
}

it('[IN67] cuts a connection with too many unanswered requests, and begins with no more of them', async () => {
  const { begun, socket } = await startServer(3)
  socket.resume().write(REQUEST.repeat(50))
  await once(socket, 'close')
  expect(begun).toHaveLength(3)
})

it('[IN67] counts only what is not answered yet', async () => {
  const { begun, socket } = await startServer(3)
  let answers = 0
  socket.on('data', (bytes) => (answers += bytes.toString().split('HTTP/1.1 200').length - 1))
  for (let turn = 1; turn <= 4; turn += 1) {
    socket.write(REQUEST.repeat(3))
    await expect.poll(() => begun.length).toBe(3 * turn)
    for (const response of begun.slice(-3)) response.end()
    await expect.poll(() => answers).toBe(3 * turn)
  }
  expect(socket.destroyed).toBe(false)
})
