import { createServer, request as httpRequest, Agent, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '#domain/log.ts'
import { DEFAULT_PROJECT_SETTINGS, type Project, type ProjectKey } from '#domain/projects/project.ts'
import type { Receipt, Spool, SpoolRefused } from '#spool/spool.ts'
import { createClientErrorHandler } from '#ingest/http/client-error.ts'
import { createIngest } from '#ingest/http/create-ingest.ts'
import { openFastLane, type FastLane } from '#ingest/http/fast-lane.ts'
import { createIntakeCounter, type IntakeCounter } from '#ingest/accept/intake-counter.ts'
import type { IngestLimits } from '#ingest/accept/intake-request.ts'
import { createKeyDirectory, type MutableKeyDirectory } from '#ingest/auth/key-directory.ts'
import type { Pace } from '#ingest/quota/pace.ts'
import type { EverySecond } from '#ingest/quota/progress-watch.ts'
import { ingestServerOptions } from '#ingest/http/server-options.ts'
import type { LoggedRequest } from '#ingest/http/logged-request.ts'

/** Only tests import this file. */
export const PUBLIC_KEY = 'aabbccddeeff00112233445566778899'

export interface ArraySpool extends Pick<Spool, 'append' | 'refusal'> {
  readonly records: Array<{ receipt: Receipt; body: Buffer }>
  /** What `refusal` says, and what `append` throws. */
  refuses: SpoolRefused | undefined
  failsWith: Error | undefined
}

export function createArraySpool(): ArraySpool {
  const spool: ArraySpool = {
    records: [],
    refuses: undefined,
    failsWith: undefined,
    append(receipt, body) {
      if (spool.failsWith !== undefined) return Promise.reject(spool.failsWith)
      spool.records.push({ receipt, body: Buffer.from(body) })
      return Promise.resolve(spool.records.length)
    },
    refusal: () => spool.refuses,
  }
  return spool
}

export function makeProject(id: string, settings: Partial<Project['settings']> = {}): Project {
  return {
    id,
    organizationId: '1',
    slug: `project-${id}`,
    name: `Project ${id}`,
    platform: undefined,
    settings: { ...DEFAULT_PROJECT_SETTINGS, ...settings },
    createdAt: 0,
    firstEventAt: undefined,
  }
}

export function makeKey(projectId: string, more: Partial<ProjectKey> = {}): ProjectKey {
  return {
    id: `key-of-${projectId}`,
    projectId,
    publicKey: PUBLIC_KEY,
    label: 'default',
    enabled: true,
    quotas: [],
    createdAt: 0,
    ...more,
  }
}

export interface TestServer {
  readonly server: Server
  readonly lane: FastLane | undefined
  readonly port: number
  readonly spool: ArraySpool
  readonly keys: MutableKeyDirectory
  readonly count: IntakeCounter
  readonly observed: LoggedRequest[]
  readonly logged: unknown[]
  /** Milliseconds the clock is ahead of a fixed start. */
  clock: number
  readonly send: (request: TestRequest) => Promise<TestAnswer>
  close(): Promise<void>
}

export interface TestRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Without Content-Length. */
  readonly chunked?: boolean
}

export interface TestAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON; undefined when it is not. */
  readonly json: Record<string, unknown> | undefined
}

export const START = Date.UTC(2026, 0, 1)

/** A real node:http server with project 1 and its key. */
export async function startTestServer(
  options: {
    readonly limits?: IngestLimits
    readonly server?: Parameters<typeof createServer>[0]
    /** Instead of the array that `records` shows. */
    readonly realSpool?: Spool
    /** Everything through `node:http`. */
    readonly isSlow?: boolean
    readonly everySecond?: EverySecond
    readonly pace?: Pace
    readonly connections?: number
  } = {},
): Promise<TestServer> {
  const spool = createArraySpool()
  const keys = createKeyDirectory()
  keys.replaceAll([makeKey('1')], [makeProject('1')])
  const observed: LoggedRequest[] = []
  const logged: unknown[] = []
  const now = () => START + test.clock
  const count = createIntakeCounter(now)
  const ingest = createIngest({
    spool: options.realSpool ?? spool,
    keys,
    count,
    now,
    log: createLog(logged),
    observe: (request) => observed.push(request),
    ...(options.limits && { limits: options.limits }),
    ...(options.pace && { pace: options.pace }),
    ...(options.everySecond && { everySecond: options.everySecond }),
  })
  const server = createServer({ ...ingestServerOptions, ...options.server }, (req, res) => {
    if (!ingest.handle(req, res)) res.writeHead(404, { 'x-not-ingest': '1', 'content-length': '0' }).end()
  })
  server.on('clientError', createClientErrorHandler(count))
  const lane = options.isSlow === true ? undefined : openFastLane(server, ingest.take, options)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const test: TestServer = {
    server,
    lane,
    port,
    spool,
    keys,
    count,
    observed,
    logged,
    clock: 0,
    send: (request) => sendRequest(port, agent, request),
    async close() {
      agent.destroy()
      lane?.cut()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return test
}

function sendRequest(port: number, agent: Agent, wanted: TestRequest): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const { method = 'POST', path, headers = {}, body = '', chunked = false } = wanted
    const framing: Record<string, string> = chunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(Buffer.byteLength(body)) }
    const req = httpRequest({ port, agent, method, path, headers: { ...framing, ...headers } }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString('utf8')
        resolve({ status: res.statusCode ?? 0, headers: res.headers, bytes, text, json: parse(text) })
      })
      res.on('error', reject)
    })
    req.on('error', reject)
    if (chunked && body.length > 0) req.write(body)
    req.end(chunked ? undefined : body)
  })
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

function createLog(logged: unknown[]): Log {
  const keep = (message: string, fields?: Readonly<Record<string, unknown>>) =>
    void logged.push({ message, ...fields })
  return { debug: keep, info: keep, warn: keep, error: keep }
}
