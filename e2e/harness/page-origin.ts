import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PageOrigin {
  readonly url: string
  /** Serves the script under `/<name>/` with a page around it. */
  add(name: string, script: string): void
  close(): Promise<void>
}

const page = (name: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${name}</title></head>
<body><main id="app"><button id="buy" type="button">Buy</button></main><script src="/${name}.js"></script></body></html>`

/** A site that uses an SDK: on another origin than the server, as in real life. */
export async function openPageOrigin(): Promise<PageOrigin> {
  const scripts = new Map<string, string>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    const name = path.replace(/^\/|\/$|\.js$/g, '')
    const script = scripts.get(name)
    if (path === '/stock.json') {
      response.setHeader('content-type', 'application/json').end('{"left":3}')
    } else if (script === undefined) {
      response.writeHead(404).end()
    } else if (path.endsWith('.js')) {
      response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script)
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page(name))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    add: (name, script) => void scripts.set(name, script),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
