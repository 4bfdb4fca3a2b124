import type { ManifestTarget } from '@hindcast/contract/routes/send-manifest.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface UploadFlags {
  readonly url?: string | undefined
  readonly project?: string | undefined
  readonly release?: string | undefined
  readonly 'no-source-maps'?: boolean | undefined
}

/** Something that the person who called has to change; shown without a stack. */
export class WrongUse extends Error {}

/** Where the routes of a build go: flags before variables of Hindcast before those of Sentry's tools. */
export function targetOf({ url, project }: UploadFlags, env: Environment): ManifestTarget {
  const own = url ?? env['HINDCAST_URL']
  const server = own ?? env['SENTRY_URL']
  if (!server) throw new WrongUse('Name the server: --url or HINDCAST_URL.')
  if (!URL.canParse(server)) throw new WrongUse(`This is not the address of a server: ${server}`)
  const slug = project ?? env['HINDCAST_PROJECT'] ?? env['SENTRY_PROJECT']
  if (!slug) throw new WrongUse('Name the project: --project or HINDCAST_PROJECT.')
  // A token of Sentry's goes to the server that stands beside it, never to another.
  const token = env['HINDCAST_TOKEN'] ?? (own === undefined ? env['SENTRY_AUTH_TOKEN'] : undefined)
  if (!token)
    throw new WrongUse(
      'HINDCAST_TOKEN is not set. Make one on the server: hindcast token create --scopes project:releases',
    )
  return { origin: new URL(server).origin, project: slug, token }
}
