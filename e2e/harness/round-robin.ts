import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy without sessions: every request goes to the next server. */
export interface RoundRobin {
  readonly origin: string
  /** The servers, from now on. */
  use(origins: readonly string[]): void
  /** Methods and paths, in the order they came. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

export async function openRoundRobin(): Promise<RoundRobin> {
  let origins: readonly string[] = []
  let next = 0
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const origin = origins[next++ % origins.length]!
    requests.push(`${method} ${url}`)
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
    use: (those) => void (origins = those),
    requests,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
