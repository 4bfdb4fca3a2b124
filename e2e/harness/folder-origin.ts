import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

export interface FolderOrigin {
  readonly url: string
  close(): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** The site that a build made, at an address of its own. Maps are no part of it, as on a careful owner's site. */
export async function openFolderOrigin(folder: string): Promise<FolderOrigin> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname)
    const type = TYPES[extname(path)]
    const file = join(folder, path)
    stat(file).then(
      (found) => {
        if (type === undefined || !found.isFile()) response.writeHead(404).end()
        else createReadStream(file).pipe(response.setHeader('content-type', type))
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
