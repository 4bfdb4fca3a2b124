import type { IncomingMessage } from 'node:http'

/**
 * The peer that limits on sign-in count for. Behind a proxy that is the last address of X-Forwarded-For, the one the
 * proxy itself added; anything before it was chosen by the sender.
 */
export function createClientAddress(trustProxy: boolean, unbelieved: (peer: string) => void = () => {}) {
  return (request: Request, env: unknown): string | undefined => {
    const peer = (env as { readonly incoming?: IncomingMessage } | undefined)?.incoming?.socket.remoteAddress
    const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
    if (forwarded === '') return peer
    if (trustProxy) return forwarded
    unbelieved(peer ?? 'an unknown address')
    return peer
  }
}
