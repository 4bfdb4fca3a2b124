import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that knows no sessions: every request goes to the next server. */
export interface Turns {
  readonly origin: string
  /** Whose turn it is, from now on. */
  between(origins: readonly string[]): void
  /** Methods and paths, in the order they came. */
  readonly passed: readonly string[]
  close(): Promise<void>
}

export async function openTurns(): Promise<Turns> {
  let origins: readonly string[] = []
  let turn = 0
  const passed: string[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const origin = origins[(turn += 1) % origins.length]!
    passed.push(`${method} ${url}`)
    const { hostname, port } = new URL(origin)
    const onward = httpRequest({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    between: (those) => void (origins = those),
    passed,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
