export interface Dsn {
  readonly text: string
  readonly publicKey: string
  readonly projectId: string
  /** Where it leads, without the key. */
  readonly host: string
  /** Path where the SDK posts envelopes, without the origin. */
  readonly envelopePath: string
  /** The address behind which an app's own server may hide this one. */
  readonly tunnel: string
}

/** Undefined for what no SDK would accept either. */
export function readDsn(text: string): Dsn | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const cut = url.pathname.lastIndexOf('/')
  const projectId = url.pathname.slice(cut + 1)
  const prefix = url.pathname.slice(0, cut)
  if (url.username === '' || projectId === '') return undefined
  return {
    text,
    publicKey: url.username,
    projectId,
    host: url.host,
    envelopePath: `${prefix}/api/${projectId}/envelope/`,
    tunnel: prefix === '' ? `${url.origin}/tunnel` : `${url.origin}${prefix}/envelope`,
  }
}
