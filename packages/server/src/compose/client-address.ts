import type { IncomingMessage } from 'node:http'

/**
 * The peer that limits on sign-in count for. Behind a proxy that is the last address of X-Forwarded-For, the one the
 * proxy itself added; anything before it was chosen by the sender.
 */
export function createClientAddress(trustProxy: boolean) {
  return (request: Request, env: unknown): string | undefined => {
    const forwarded = trustProxy
      ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
      : undefined
    if (forwarded !== undefined && forwarded !== '') return forwarded
    return (env as { readonly incoming?: IncomingMessage } | undefined)?.incoming?.socket.remoteAddress
  }
}
