import type { ReadPiece } from './tunnel/body.ts'
import { createForwarder, type TunnelOptions } from './tunnel/forward.ts'

export type { TunnelOptions }
export { tunnelRewrite, type TunnelRewrite, type TunnelRewriteOptions } from './tunnel/rewrite.ts'

export interface Tunnel {
  POST: (request: Request) => Promise<Response>
}

/** Route handler of the App Router: `export const { POST } = createTunnel({ dsn })`. */
export function createTunnel(options: TunnelOptions): Tunnel {
  const forward = createForwarder(options)
  return {
    async POST(request) {
      const { status, headers } = await forward(
        (name) => request.headers.get(name) ?? undefined,
        piecesOf(request.body),
      )
      return new Response(null, { status, headers })
    },
  }
}

function piecesOf(body: ReadableStream<Uint8Array> | null): ReadPiece {
  const reader = body?.getReader()
  return async () => (await reader?.read())?.value
}

/** What is used of a request to an API route of the Pages Router. */
export interface PagesRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body?: unknown
}

export interface PagesResponse {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(): unknown
}

/** Handler of an API route of the Pages Router, with `export const config = { api: { bodyParser: false } }`. */
export function createPagesTunnel(
  options: TunnelOptions,
): (request: PagesRequest, response: PagesResponse) => Promise<void> {
  const forward = createForwarder(options)
  return async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' })
      response.end()
      return
    }
    if (request.body !== undefined)
      throw new Error(
        '@hindcast/next: add `export const config = { api: { bodyParser: false } }` to the API route of the tunnel.',
      )
    const pieces = request[Symbol.asyncIterator]()
    const { status, headers } = await forward(
      (name) => [request.headers[name]].flat()[0],
      // Not `for await`: leaving it early would close the connection before the answer.
      async () => (await pieces.next()).value as Uint8Array | undefined,
    )
    response.writeHead(status, headers)
    response.end()
  }
}
