import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * `node:http` begins with every request of a piece that arrives, before any is answered: a few connections that never read
 * would have thousands under way. Browsers, SDKs and proxies wait for an answer, so whoever has more than this many
 * requests unanswered on one connection loses it. Answers whether the request may be begun.
 */
export function limitPipelining(
  most: number,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>()
  const change = (socket: Socket, by: 1 | -1): number => {
    const count = (unanswered.get(socket) ?? 0) + by
    unanswered.set(socket, count)
    return count
  }
  return ({ socket }, response) => {
    // The rest of a piece is still taken apart after its connection was cut.
    if (socket.destroyed) return false
    if (change(socket, 1) > most) {
      socket.destroy()
      return false
    }
    response.once('close', () => change(socket, -1))
    return true
  }
}
