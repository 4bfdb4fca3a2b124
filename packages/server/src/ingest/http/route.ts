export type Endpoint = 'envelope' | 'store' | 'security' | 'otlp' | 'unsupported'

/** Route of a request. `project` is undefined if only the key or the DSN in the body names it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly project: string | undefined
  /** Tunnels take the key from the envelope, never from headers: those belong to the application in front. */
  readonly tunnel: boolean
  /** The address without anything a sender chose, for people. */
  readonly pattern: string
  readonly query: string
}

interface IngestRoute {
  readonly endpoint: Endpoint
  readonly pattern: string
  readonly methods: string
  readonly about: string
}

const WITH_PROJECT: ReadonlyMap<string, IngestRoute> = new Map([
  [
    'envelope',
    { endpoint: 'envelope', pattern: '/api/{project}/envelope/', methods: 'POST', about: 'an envelope' },
  ],
  [
    'store',
    {
      endpoint: 'store',
      pattern: '/api/{project}/store/',
      methods: 'POST, GET',
      about:
        'one event as JSON, base64 or base64 of zlib; an envelope where the content type says so; GET has it in `sentry_data`',
    },
  ],
  [
    'security',
    {
      endpoint: 'security',
      pattern: '/api/{project}/security/',
      methods: 'POST',
      about: 'reports of a browser: CSP, Expect-CT, Expect-Staple',
    },
  ],
  [
    'csp-report',
    { endpoint: 'security', pattern: '/api/{project}/csp-report/', methods: 'POST', about: 'the same' },
  ],
])

/** Every address of the intake, for the specification. */
export const INGEST_ROUTES: ReadonlyArray<Omit<IngestRoute, 'endpoint'>> = [
  ...WITH_PROJECT.values(),
  { pattern: '/api/store/', methods: 'POST, GET', about: 'as above; the key tells the project' },
  {
    pattern: '/api/{project}/integration/otlp/v1/traces',
    methods: 'POST',
    about: 'spans of OpenTelemetry (OTLP/HTTP) as JSON or protobuf',
  },
  { pattern: '/v1/traces', methods: 'POST', about: 'the same; the key tells the project' },
  { pattern: '/tunnel', methods: 'POST', about: 'an envelope; its header’s `dsn` tells key and project' },
  {
    pattern: '/…/envelope',
    methods: 'POST',
    about: 'the same, at any path that ends so and has no key in the query',
  },
]

const UNSUPPORTED: ReadonlySet<string> = new Set([
  'minidump',
  'unreal',
  'cron',
  'nel',
  'integration',
  'events',
  'upload',
])

/** `/api/0/`, `/api/v1/` and `/api/auth/` are other interfaces, so no project can be called that. */
const RESERVED: ReadonlySet<string> = new Set(['0', 'v1', 'auth'])

/**
 * The ingest address a request target names, under any DSN prefix, or undefined for everything else. Reads from
 * the end, since the prefix can be anything.
 */
export function routeOf(target: string): Route | undefined {
  const question = target.indexOf('?')
  const pathEnd = question === -1 ? target.length : question
  const query = question === -1 ? '' : target.slice(question + 1)
  const nameEnd = skipSlashes(target, pathEnd)
  const nameStart = segmentStart(target, nameEnd)
  const name = target.slice(nameStart, nameEnd)
  const known = WITH_PROJECT.get(name)
  if (known === undefined) {
    if (name === 'tunnel' && skipSlashes(target, nameStart) === 0) return tunnel('/tunnel', query)
    const otlp = name === 'traces' ? otlpRoute(target.slice(0, nameEnd), query) : undefined
    if (otlp !== undefined) return otlp
    return unsupportedRoute(target, pathEnd, query)
  }
  const projectEnd = skipSlashes(target, nameStart)
  const projectStart = segmentStart(target, projectEnd)
  const project = target.slice(projectStart, projectEnd)
  const apiEnd = skipSlashes(target, projectStart)
  if (apiEnd < projectStart && target.slice(segmentStart(target, apiEnd), apiEnd) === 'api') {
    if (RESERVED.has(project)) return undefined
    return { endpoint: known.endpoint, project, tunnel: false, pattern: known.pattern, query }
  }
  if (name === 'store' && project === 'api') {
    return { endpoint: 'store', project: undefined, tunnel: false, pattern: '/api/store/', query }
  }
  const isTunnel = name === 'envelope' && !startsReserved(target)
  return isTunnel ? tunnel('/…/envelope', query) : undefined
}

function tunnel(pattern: string, query: string): Route {
  return { endpoint: 'envelope', project: undefined, tunnel: true, pattern, query }
}

/** Only at the root without a project: below a prefix, `…/v1/traces` may be anybody's. */
function otlpRoute(path: string, query: string): Route | undefined {
  const names = path.split('/').filter((name) => name !== '')
  const found = { endpoint: 'otlp', tunnel: false, query } as const
  if (names.length === 2 && names[0] === 'v1') return { ...found, project: undefined, pattern: '/v1/traces' }
  const [api, project, ...rest] = names.slice(-6)
  if (api !== 'api' || project === undefined || RESERVED.has(project)) return undefined
  if (rest.join('/') !== 'integration/otlp/v1/traces') return undefined
  return { ...found, project, pattern: '/api/{project}/integration/otlp/v1/traces' }
}

const NOT_YET = /\/api\/+(\d{1,20})\/+([a-z]{1,20})(?:\/|$)/

function unsupportedRoute(target: string, pathEnd: number, query: string): Route | undefined {
  if (!target.includes('/api/')) return undefined
  const match = NOT_YET.exec(target.slice(0, pathEnd))
  const project = match?.[1]
  const name = match?.[2] ?? ''
  if (project === undefined || RESERVED.has(project) || !UNSUPPORTED.has(name)) return undefined
  const pattern = `/api/{project}/${name}/`
  return { endpoint: 'unsupported', project, tunnel: false, pattern, query }
}

const OTHER_INTERFACE = /^\/+api\/+(?:0|v1|auth)(?:\/|\?|$)/

function startsReserved(target: string): boolean {
  return OTHER_INTERFACE.test(target)
}

/** Index behind the last character before `end` that is not a slash. */
function skipSlashes(target: string, end: number): number {
  let at = end
  while (at > 0 && target.charCodeAt(at - 1) === 47) at--
  return at
}

function segmentStart(target: string, end: number): number {
  return end === 0 ? 0 : target.lastIndexOf('/', end - 1) + 1
}
