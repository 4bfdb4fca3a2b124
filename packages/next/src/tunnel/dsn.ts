/** Where the envelopes of a project go. */
export interface Target {
  /** Key, host, path and project: what the DSN of an envelope must have in common with the configured one. */
  readonly identity: string
  readonly url: string
}

/** Undefined for what is no DSN: `https://key@host/path/1`. */
export function readDsn(dsn: unknown): Target | undefined {
  if (typeof dsn !== 'string' || !URL.canParse(dsn)) return undefined
  const { protocol, username, host, pathname } = new URL(dsn)
  const [, path, project] = /^((?:\/[^/]+)*)\/([^/]+)\/?$/.exec(pathname) ?? []
  if (!/^https?:$/.test(protocol) || username === '' || project === undefined) return undefined
  return {
    identity: JSON.stringify([username, host, path, project]),
    url: `${protocol}//${host}${path}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`,
  }
}
