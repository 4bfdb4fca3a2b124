import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below what systems hand out by themselves: between two starts of a server any connection could take one of those. */
const [FIRST, BEHIND] = [20_000, 32_000]

/** A free port, for a server that restarts at the same address. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEHIND)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
