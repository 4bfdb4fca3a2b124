import { readDsn } from './dsn.ts'

export interface TunnelRewriteOptions {
  /** The DSN that the pages use. It has to be known when the application is built. */
  dsn: string | undefined
  /** Where pages send to, without the `basePath` of the application; `/monitoring`. */
  path?: string
}

/** For the `rewrites` of `next.config`. Next.js puts the `basePath` in front, and accepts the path with and without a slash at its end. */
export interface TunnelRewrite {
  source: string
  destination: string
}

/** Fixed parts only: in a pattern, other characters have a meaning. */
const PATH = /^(?:\/[\w.~-]+)+\/?$/

/** A tunnel without a route of its own: Next.js passes requests to `path` on as they are, with cookies, and checks nothing. */
export function tunnelRewrite({ dsn, path = '/monitoring' }: TunnelRewriteOptions): TunnelRewrite {
  const target = readDsn(dsn)
  // A build without it would answer 404 to everything that pages send.
  if (target === undefined)
    throw new TypeError('@hindcast/next: `dsn` of the rewrite is not a DSN; `next build` has to know it.')
  if (!PATH.test(path))
    throw new TypeError('@hindcast/next: `path` of the rewrite is a path like /monitoring.')
  return { source: path.replace(/\/$/, ''), destination: target.url }
}
