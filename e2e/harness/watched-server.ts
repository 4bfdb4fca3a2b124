/* Loaded before a server: writes down what it was asked and how it answered. */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'

interface Answered {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const file = process.env['E2E_REQUESTS']
if (file === undefined) throw new Error('E2E_REQUESTS names no file.')

subscribe('http.server.response.finish', (message) => {
  const { request, response } = message as Answered
  appendFileSync(file, `${response.statusCode} ${request.method} ${request.url}\n`)
})
