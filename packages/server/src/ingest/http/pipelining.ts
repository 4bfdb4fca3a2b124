import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * `node:http` starts every request of a chunk before any is answered, so a few connections that never read would have
 * thousands in progress. Browsers, SDKs and proxies wait for a response, so a connection with more unanswered
 * requests than this is closed. Returns whether the request may start.
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
