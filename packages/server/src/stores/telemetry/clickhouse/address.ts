import { AppError } from '#domain/app-error.ts'

/** How the tables lie on the machines of a cluster. */
export type Layout =
  | { readonly kind: 'single' }
  /** Every machine has everything, or its shard of it. */
  | { readonly kind: 'replicated' | 'sharded'; readonly cluster: string }

export interface ClickHouseAddress {
  /** `http://HOST:PORT` */
  readonly origin: string
  readonly username: string
  readonly password: string
  readonly database: string
  readonly layout: Layout
  /** For messages and logs: without the password. */
  readonly name: string
}

const SHAPE =
  'http://USER:PASSWORD@HOST:8123/DATABASE, for a cluster with ?cluster=NAME, or ?cluster=NAME&sharded=true'
const PARAMETERS = new Set(['cluster', 'sharded'])
/** Names that need no quotes anywhere. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

/** Throws with a sentence that names the variable, and never a password. */
export function readClickHouseAddress(text: string): ClickHouseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.hash !== '')
    throw wrong(`HINDCAST_CLICKHOUSE_URL must be ${SHAPE}`)
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined) throw wrong(`HINDCAST_CLICKHOUSE_URL: unknown parameter “${unknown}”`)
  const database = url.pathname.slice(1)
  if (!PLAIN_NAME.test(database))
    throw wrong('HINDCAST_CLICKHOUSE_URL must end with the name of a database: letters, digits and _')
  return {
    origin: url.origin,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database,
    layout: layoutOf(url.searchParams),
    name: `${url.origin}/${database}`,
  }
}

function layoutOf(parameters: URLSearchParams): Layout {
  const cluster = parameters.get('cluster')
  const sharded = parameters.get('sharded') ?? 'false'
  if (sharded !== 'true' && sharded !== 'false')
    throw wrong('HINDCAST_CLICKHOUSE_URL: “sharded” must be true or false')
  if (cluster === null) {
    if (sharded === 'true') throw wrong('HINDCAST_CLICKHOUSE_URL: “sharded” needs “cluster”')
    return { kind: 'single' }
  }
  if (!PLAIN_NAME.test(cluster))
    throw wrong('HINDCAST_CLICKHOUSE_URL: “cluster” must be letters, digits and _')
  return { kind: sharded === 'true' ? 'sharded' : 'replicated', cluster }
}

const wrong = (sentence: string): AppError => new AppError('invalid_input', `${sentence}.`)
