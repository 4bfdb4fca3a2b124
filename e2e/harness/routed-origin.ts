import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { FolderOrigin } from './folder-origin.ts'

export interface RoutedOrigin extends FolderOrigin {
  /** Puts the build in that folder in the place of the other, as a deploy does. */
  deploy(folder: string): void
}

/** Long enough to tell waiting from not waiting. */
export const API_MS = 150

/** The site of a routed application: its page at every address, its code, and a slow API. */
export async function openRoutedOrigin(build: string): Promise<RoutedOrigin> {
  let folder = build
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname)
    const send = (status: number, type: string, body: string | Buffer) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    if (path.startsWith('/api/')) {
      const gone = path.endsWith('/gone')
      setTimeout(
        () => send(gone ? 500 : 200, 'application/json', gone ? 'gone' : `{"name":"${path}"}`),
        API_MS,
      )
      return
    }
    const isCode = extname(path) === '.js'
    readFile(join(folder, isCode ? path : 'index.html')).then(
      (body) => send(200, isCode ? 'text/javascript' : 'text/html; charset=utf-8', body),
      () => send(404, 'text/plain', 'not found'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy(next) {
      folder = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
