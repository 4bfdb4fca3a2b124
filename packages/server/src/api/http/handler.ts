import { actorOf } from '#accounts/actor.ts'
import { scopesIn, type Principal } from '#accounts/principal.ts'
import type { Handler } from '#product/people/commands/members.ts'
import type { Organization } from '#domain/projects/project.ts'

/** The caller and its role. A token's role follows from its scopes. */
export function handlerIn(principal: Principal, { id }: Organization): Handler {
  const ofToken = scopesIn(principal, id).has('org:admin') ? 'owner' : 'admin'
  return {
    actor: actorOf(principal),
    role: principal.roles?.get(id) ?? ofToken,
    personId: principal.userId ?? principal.ownerId,
  }
}
