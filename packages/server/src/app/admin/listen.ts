import { chmod, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import type { Holder } from './call.ts'
import { pidFileOf, waitForFolder } from './claim-folder.ts'
import { isOperationName, type Operations } from './operations.ts'

const MAX_BODY_BYTES = 64 * 1024

export interface ControlSocket {
  /** From now on callers are told that the server is stopping. */
  stopping(): void
  close(): Promise<void>
}

/**
 * Claims the data folder: only one server can listen on the socket of its role. Whoever can connect owns the folder anyway (mode
 * 0600), so no further secret is needed.
 */
export async function listenForControl(
  path: string,
  operations: () => Operations | undefined,
  log: Log,
  role = 'all',
): Promise<ControlSocket> {
  await waitForFolder(path, log)
  await rm(path, { force: true })
  let state: Holder['state'] = 'running'
  const server = createServer((request, response) => {
    if (request.url === '/ping') return send(response, 200, { ok: true, pid: process.pid, state, role })
    answer(request, response, operations()).catch((error: unknown) => {
      log.error('control request failed', { error })
      send(response, 500, { code: 'internal', message: 'The server failed. See its log for details.' })
    })
  })
  await listen(server, path)
  await chmod(path, 0o600)
  await writeFile(pidFileOf(path), String(process.pid), { mode: 0o600 })
  return {
    stopping: () => void (state = 'stopping'),
    async close() {
      // Whoever listens next writes its own; a folder that has become read-only must not keep the server from stopping.
      await rm(pidFileOf(path), { force: true }).catch((error: unknown) =>
        log.warn('could not remove the file with the process id', { error }),
      )
      await close(server)
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  operations: Operations | undefined,
): Promise<void> {
  const name = (request.url ?? '').slice(1)
  if (operations === undefined)
    return send(response, 503, { code: 'store_unavailable', message: 'The server is still starting.' })
  if (request.method !== 'POST' || !isOperationName(name)) {
    return send(response, 404, { code: 'not_found', message: `The running server has no command “${name}”.` })
  }
  try {
    const run = operations[name] as (input: unknown) => Promise<unknown>
    send(response, 200, await run(JSON.parse(await readBody(request))))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    send(response, 400, { code: error.code, message: error.message })
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new AppError('invalid_input', 'The request is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve())
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
