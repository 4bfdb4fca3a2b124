import type { Actor } from '#domain/people/audit.ts'
import type { Principal } from './principal.ts'

/** The caller, for the audit log. */
export function actorOf({ kind, userId, tokenId }: Principal): Actor {
  return { kind, id: kind === 'user' ? userId : tokenId }
}
