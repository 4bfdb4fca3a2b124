import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bringEngines } from './client-packages.ts'
import { openLine } from './line.ts'
import { ENGINES } from './paths.ts'

/** A bucket of an S3-compatible server, behind a line that can be cut. */
export interface TestBucket {
  /** What `HINDCAST_BLOBS_URL` has to be. */
  readonly url: string
  readonly env: Readonly<Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>>
  cut(): void
  mend(): void
  close(): Promise<void>
}

interface Engine {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

const NAME = 'hindcast'

/** That of `HINDCAST_TEST_S3_URL` (with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY) where it is set. */
export async function openBucket(): Promise<TestBucket> {
  const given = process.env['HINDCAST_TEST_S3_URL']
  return given === undefined ? openOwn() : openGiven(new URL(given))
}

async function openGiven(url: URL): Promise<TestBucket> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
  const endpoint = new URL(url.searchParams.get('endpoint') ?? '')
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY || endpoint.protocol !== 'http:')
    throw new Error(
      'HINDCAST_TEST_S3_URL needs ?endpoint=http://HOST:PORT, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  const line = await openLine(Number(endpoint.port || 80), endpoint.hostname)
  url.searchParams.set('endpoint', `http://127.0.0.1:${line.port}`)
  return { ...line, url: url.href, env: { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } }
}

async function openOwn(): Promise<TestBucket> {
  await bringEngines(console.log)
  const directory = await mkdtemp(join(tmpdir(), 'hindcast-s3-'))
  const path = join(ENGINES, 'node_modules/s3rver/lib/s3rver.js')
  const { default: S3rver } = (await import(pathToFileURL(path).href)) as {
    readonly default: new (options: object) => Engine
  }
  const engine = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: NAME }],
  })
  const { port } = await engine.run()
  const line = await openLine(port, '127.0.0.1')
  return {
    ...line,
    url: `s3://${NAME}?endpoint=http://127.0.0.1:${line.port}`,
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    async close() {
      await line.close()
      await engine.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
