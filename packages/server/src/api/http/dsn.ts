import { withoutTrailing } from '#domain/trim-end.ts'

/** What an SDK is given. A public address with a path keeps it: SDKs put the project number behind any prefix. */
export function dsnOf(publicUrl: string, publicKey: string, projectId: string): string {
  const { protocol, host, pathname } = new URL(publicUrl)
  return `${protocol}//${publicKey}@${host}${withoutTrailing(pathname, '/')}/${projectId}`
}
