import type { Actor } from '#domain/people/audit.ts'
import type { Principal } from './principal.ts'

/** Who is asking, for the audit log. */
export function actorOf({ kind, userId, tokenId }: Principal): Actor {
  return { kind, id: kind === 'user' ? userId : tokenId }
}
