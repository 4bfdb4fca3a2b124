export interface Dsn {
  readonly text: string
  readonly publicKey: string
  readonly projectId: string
  /** Path where the SDK posts envelopes, without the origin. */
  readonly envelopePath: string
}

/** Undefined for what no SDK would accept either. */
export function readDsn(text: string): Dsn | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const cut = url.pathname.lastIndexOf('/')
  const projectId = url.pathname.slice(cut + 1)
  if (url.username === '' || projectId === '') return undefined
  return {
    text,
    publicKey: url.username,
    projectId,
    envelopePath: `${url.pathname.slice(0, cut)}/api/${projectId}/envelope/`,
  }
}
