import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { ENGINES } from './paths.ts'

// A child process: the engine of ClickHouse in this process, behind as much of ClickHouse's HTTP interface as its client
// uses. Statements reach the engine as they came. One connection of the engine for each request, because settings and
// parameters are those of a connection.

interface Connection {
  query(sql: string): string
  queryAsync(sql: string, options: { readonly format: string }): Promise<{ bytes(): Uint8Array }>
  close(): void
}

const require = createRequire(join(ENGINES, 'package.json'))
const { Session } = require('chdb') as { readonly Session: new (path: string) => Connection }
const dir = process.argv[2]!
// Keeps the engine open between requests.
const engine = new Session(dir)

/** What says where the request goes and what is done with the answer, and is no setting of a statement. */
const OF_THE_REQUEST = new Set(['query', 'query_id', 'database', 'default_format', 'session_id'])
/** Settings of ClickHouse's HTTP server, which the engine does not know. */
const OF_THE_SERVER = new Set([
  'send_progress_in_http_headers',
  'enable_http_compression',
  'wait_end_of_query',
])
const CANCELS = 'cancel_http_readonly_queries_on_client_close'

async function readRequest(request: IncomingMessage) {
  const url = new URL(request.url!, 'http://front')
  const parameters = new Map(url.searchParams)
  const sent = await buffer(request)
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const query = [parameters.get('query'), body.toString()].filter((part) => part).join('\n')
    return { parameters, query }
  }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  for (const [name, value] of form) if (typeof value === 'string') parameters.set(name, value)
  return { parameters, query: parameters.get('query') ?? '' }
}

const literal = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\0', String.raw`\0`)}'`

function settingsOf(parameters: ReadonlyMap<string, string>, queryId: string): string {
  const settings = [...parameters].filter(([name]) => !OF_THE_REQUEST.has(name) && !OF_THE_SERVER.has(name))
  // The engine has no ids for statements; by the comment one can be found and ended.
  if (!parameters.has('log_comment')) settings.push(['log_comment', queryId])
  // With it nothing else can be set any more.
  const isLast = ([name]: readonly [string, string]) => name === 'readonly'
  const inOrder = [...settings.filter((setting) => !isLast(setting)), ...settings.filter(isLast)]
  return `set ${inOrder.map(([name, value]) => `${name} = ${literal(value)}`).join(', ')}`
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { parameters, query } = await readRequest(request)
  const queryId = parameters.get('query_id') ?? crypto.randomUUID()
  response.setHeader('X-ClickHouse-Query-Id', queryId)
  const connection = new Session(dir)
  const isReading = parameters.get(CANCELS) === '1' && Number(parameters.get('readonly') ?? 0) > 0
  const cancel = () => {
    if (!response.writableFinished && isReading) kill(parameters.get('log_comment') ?? queryId)
  }
  response.on('close', cancel)
  try {
    const database = parameters.get('database')
    if (database !== undefined) connection.query(`use ${quoted(database)}`)
    // Parameters are no part of a statement for ClickHouse's server; here they are values of one.
    connection.query('set max_query_size = 100000000, max_threads = 1')
    connection.query(settingsOf(parameters, queryId))
    const format = parameters.get('default_format') ?? 'TabSeparated'
    const result = await connection.queryAsync(query, { format })
    response.end(result.bytes())
  } catch (error) {
    refuse(response, error as Error)
  } finally {
    response.off('close', cancel)
    connection.close()
  }
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '\\`')}\``

function kill(comment: string): void {
  const connection = new Session(dir)
  const statement = `kill query where Settings['log_comment'] = ${literal(comment)} async`
  connection.queryAsync(statement, { format: 'TSV' }).then(
    () => connection.close(),
    () => connection.close(),
  )
}

function refuse(response: ServerResponse, error: Error): void {
  const text = error.message.replace(/^Query failed: /, '')
  const code = /Code: (\d+)/.exec(text)?.[1] ?? '1001'
  response.statusCode = code === '81' || code === '60' ? 404 : 500
  response.setHeader('X-ClickHouse-Exception-Code', code)
  response.end(text)
}

const server = createServer({ maxHeaderSize: 2 * 1024 * 1024 }, (request, response) => {
  if (request.url === '/ping') {
    response.end('Ok.\n')
    return
  }
  answer(request, response).catch((error: unknown) => refuse(response, error as Error))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => {
  engine.close()
  process.exit(0)
})
