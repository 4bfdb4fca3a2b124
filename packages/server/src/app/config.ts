import { resolve } from 'node:path'
import * as v from 'valibot'
import { AppError } from '#domain/app-error.ts'
import { withoutTrailing } from '#domain/trim-end.ts'
import type { LogSettings } from '#app/process/create-log.ts'
import { ROLES, type Role } from '#app/roles/role.ts'
import { readBucket, type Bucket, type BucketEnvironment } from '#stores/blobs/s3/bucket.ts'
import { readClickHouseAddress, type ClickHouseAddress } from '#stores/telemetry/clickhouse/address.ts'

/** `maps.internal`, `10.0.0.5:8080` or `[fd00::5]:8080`. */
const HOST = /^(?:[a-z\d_](?:[a-z\d._-]*[a-z\d_])?|\[[a-f\d:.]+\])(?::\d{1,5})?$/

const Environment = v.object({
  HINDCAST_ROLE: v.optional(v.picklist(ROLES, 'must be all, intake, digest or web'), 'all'),
  HINDCAST_HOST: v.optional(v.string(), '127.0.0.1'),
  HINDCAST_PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'HINDCAST_PORT must be a port number'),
      v.transform(Number),
      v.maxValue(65_535),
    ),
    '8000',
  ),
  HINDCAST_DATA: v.optional(v.string(), './data'),
  HINDCAST_URL: v.optional(v.pipe(v.string(), v.url('HINDCAST_URL must be an absolute URL'))),
  HINDCAST_TOKEN: v.optional(v.string()),
  HINDCAST_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(32, 'HINDCAST_SECRET must have 32 characters or more')),
  ),
  HINDCAST_LOG: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  HINDCAST_LOG_FORMAT: v.optional(v.picklist(['text', 'json']), 'text'),
  HINDCAST_SPOOL_LIMIT_MB: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1))),
  HINDCAST_SPOOL_RESERVE_MB: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0))),
  HINDCAST_TRUST_PROXY: v.optional(v.picklist(['0', '1']), '0'),
  HINDCAST_SELF_REPORT: v.optional(v.picklist(['on', 'off', 'traces'])),
  HINDCAST_BLOBS_URL: v.optional(v.string()),
  HINDCAST_DATABASE_URL: v.optional(v.string()),
  HINDCAST_CLICKHOUSE_URL: v.optional(v.string()),
  HINDCAST_SMTP_URL: v.optional(
    v.pipe(v.string(), v.regex(/^smtps?:\/\/[^\s]+$/, 'HINDCAST_SMTP_URL must be smtp://… or smtps://…')),
  ),
  HINDCAST_MAIL_FROM: v.optional(
    v.pipe(v.string(), v.regex(/^[^\r\n@]*@[^\r\n]*$/, 'HINDCAST_MAIL_FROM must be an email address')),
  ),
  HINDCAST_OUTBOUND_ALLOW: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) =>
        list
          .toLowerCase()
          .split(',')
          .map((host) => host.trim())
          .filter(Boolean),
      ),
      v.array(
        v.pipe(v.string(), v.regex(HOST, 'HINDCAST_OUTBOUND_ALLOW must be hosts such as maps.internal:8080')),
      ),
    ),
    '',
  ),
})

/** Everything the outside can set. Nothing else in the server reads the environment. */
export interface Config {
  /** What this process does of what an installation does. */
  readonly role: Role
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** The address people and SDKs use, where it differs from host and port (a proxy in front). */
  readonly publicUrl: string | undefined
  /** Of commands that talk to a server somewhere else. */
  readonly token: string | undefined
  readonly secret: string | undefined
  readonly logging: LogSettings
  readonly spoolLimitBytes: number | undefined
  readonly spoolReserveBytes: number | undefined
  /**
   * A proxy in front sets X-Forwarded-For and X-Forwarded-Proto; only trusted when this is set. Used for sign-in
   * limits.
   */
  readonly trustProxy: boolean
  /** Whether Hindcast keeps its own errors, in a project of its own. Nothing ever leaves the installation. */
  readonly selfReport: boolean
  /**
   * Whether its pages also report their routes, web vitals and traces there. Undefined where nobody said: then they do
   * once `hindcast seed` has filled the installation with samples.
   */
  readonly selfTraces: boolean | undefined
  /** The PostgreSQL database of the records, with its password; undefined: they are kept in the data folder. */
  readonly database: string | undefined
  /** The ClickHouse that keeps telemetry, with its password; undefined: it is kept in the data folder. */
  readonly clickhouse: ClickHouseAddress | undefined
  /** For large payloads and uploaded files; undefined: they are kept in the data folder. */
  readonly bucket: Bucket | undefined
  /** For a bucket that a command names. */
  readonly s3: BucketEnvironment
  /** The mail server; undefined: no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  /** Hosts with private addresses that outgoing requests may contact. */
  readonly outboundAllow: readonly string[]
}

/** Flags win over the environment; an unusable value is an error that names its variable. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  flags: {
    readonly role?: string
    readonly host?: string
    readonly port?: string
    readonly data?: string
  } = {},
): Config {
  const given = Object.fromEntries(
    Object.entries({
      ...env,
      HINDCAST_ROLE: flags.role ?? env['HINDCAST_ROLE'],
      HINDCAST_HOST: flags.host ?? env['HINDCAST_HOST'],
      HINDCAST_PORT: flags.port ?? env['HINDCAST_PORT'],
      HINDCAST_DATA: flags.data ?? env['HINDCAST_DATA'],
    }).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = v.safeParse(Environment, given)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new AppError('invalid_input', `${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`)
  }
  const settings = parsed.output
  return {
    role: settings.HINDCAST_ROLE,
    host: settings.HINDCAST_HOST,
    port: settings.HINDCAST_PORT,
    dataDir: resolve(settings.HINDCAST_DATA),
    publicUrl: settings.HINDCAST_URL === undefined ? undefined : withoutTrailing(settings.HINDCAST_URL, '/'),
    token: settings.HINDCAST_TOKEN,
    secret: settings.HINDCAST_SECRET,
    logging: { level: settings.HINDCAST_LOG, format: settings.HINDCAST_LOG_FORMAT },
    spoolLimitBytes: mebibytes(settings.HINDCAST_SPOOL_LIMIT_MB),
    spoolReserveBytes: mebibytes(settings.HINDCAST_SPOOL_RESERVE_MB),
    trustProxy: settings.HINDCAST_TRUST_PROXY === '1',
    selfReport: settings.HINDCAST_SELF_REPORT !== 'off',
    selfTraces:
      settings.HINDCAST_SELF_REPORT === undefined ? undefined : settings.HINDCAST_SELF_REPORT === 'traces',
    database: databaseOf(settings.HINDCAST_DATABASE_URL),
    clickhouse: clickhouseOf(settings.HINDCAST_CLICKHOUSE_URL),
    bucket:
      settings.HINDCAST_BLOBS_URL === undefined ? undefined : readBucket(settings.HINDCAST_BLOBS_URL, given),
    s3: {
      AWS_ACCESS_KEY_ID: given['AWS_ACCESS_KEY_ID'],
      AWS_SECRET_ACCESS_KEY: given['AWS_SECRET_ACCESS_KEY'],
      AWS_SESSION_TOKEN: given['AWS_SESSION_TOKEN'],
      AWS_REGION: given['AWS_REGION'],
      AWS_ENDPOINT_URL_S3: given['AWS_ENDPOINT_URL_S3'],
    },
    mail: mailOf(settings.HINDCAST_SMTP_URL, settings.HINDCAST_MAIL_FROM),
    outboundAllow: settings.HINDCAST_OUTBOUND_ALLOW,
  }
}

/** The address itself is in no message: it has the password. */
function databaseOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const url = URL.parse(address)
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:'
  if (url !== null && isPostgres && url.pathname.length > 1) return address
  throw new AppError(
    'invalid_input',
    'HINDCAST_DATABASE_URL must be postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  )
}

const clickhouseOf = (address: string | undefined): ClickHouseAddress | undefined =>
  address === undefined ? undefined : readClickHouseAddress(address)

function mailOf(url: string | undefined, from: string | undefined): Config['mail'] {
  if (url === undefined) return undefined
  if (from === undefined) {
    throw new AppError(
      'invalid_input',
      'HINDCAST_MAIL_FROM: HINDCAST_SMTP_URL needs an address to send from.',
    )
  }
  return { url, from }
}

function mebibytes(count: number | undefined): number | undefined {
  return count === undefined ? undefined : count * 1024 * 1024
}
