import { AppError } from '#domain/app-error.ts'

/** A bucket of an S3-compatible store, and the key to it. */
export interface Bucket {
  /** Address of the bucket: `https://s3.eu-central-1.amazonaws.com/hindcast`. */
  readonly address: string
  readonly region: string
  /** In front of every name: empty, or ending in `/`. */
  readonly prefix: string
  readonly keyId: string
  readonly key: string
}

/** The variables that tools of S3 share. */
export interface BucketEnvironment {
  readonly AWS_ACCESS_KEY_ID?: string | undefined
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined
  readonly AWS_SESSION_TOKEN?: string | undefined
  readonly AWS_REGION?: string | undefined
  readonly AWS_ENDPOINT_URL_S3?: string | undefined
}

const SHAPE = 's3://BUCKET, s3://BUCKET/PREFIX or s3://BUCKET?endpoint=https://HOST&region=REGION'
const PARAMETERS = new Set(['endpoint', 'region'])

/** Throws with a sentence that says what is wrong with `what`, the variable unless told, and never a key. */
export function readBucket(text: string, env: BucketEnvironment, what = 'HINDCAST_BLOBS_URL'): Bucket {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:' || url.hostname === '') throw wrong(`${what} must be ${SHAPE}`)
  if (url.username !== '' || url.password !== '')
    throw wrong(`${what} must not have a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`)
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined) throw wrong(`${what}: unknown parameter “${unknown}”`)
  const { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: key, AWS_SESSION_TOKEN: session } = env
  if (keyId === undefined || key === undefined)
    throw wrong(`${what} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`)
  // It would end while the server runs.
  if (session !== undefined) throw wrong('AWS_SESSION_TOKEN: keys that end are not supported')
  const region = url.searchParams.get('region') ?? env.AWS_REGION ?? 'us-east-1'
  const endpoint =
    url.searchParams.get('endpoint') ?? env.AWS_ENDPOINT_URL_S3 ?? `https://s3.${region}.amazonaws.com`
  if (!URL.canParse(endpoint)) throw wrong(`${what}: not an address: ${endpoint}`)
  const prefix = url.pathname.split('/').filter(Boolean).join('/')
  return {
    address: `${new URL(endpoint).href.replace(/\/$/, '')}/${url.hostname}`,
    region,
    prefix: prefix === '' ? '' : `${prefix}/`,
    keyId,
    key,
  }
}

const wrong = (sentence: string): AppError => new AppError('invalid_input', `${sentence}.`)
