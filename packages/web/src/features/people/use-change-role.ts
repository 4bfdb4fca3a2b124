import type { Member } from '@hindcast/contract/people/members.ts'
import type { Role } from '@hindcast/contract/people/roles.ts'
import { useLingui } from '@lingui/react/macro'
import { notify } from '#lib/state/notices.ts'
import { api } from '#lib/api/client.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { roleName, useRoles } from './role-words.ts'
import { membersQuery } from '#product/people/people-queries.ts'
import { sessionQuery } from '#product/session/session-queries.ts'

/** At once on the screen, taken back where the server refuses; the notice undoes it. */
export function useChangeRole(): (member: Member, role: Role) => Promise<void> {
  const { t } = useLingui()
  const roles = useRoles()
  const put = (id: string, role: string) =>
    queryClient.setQueryData(membersQuery.queryKey, (before) =>
      before === undefined
        ? undefined
        : {
            members: before.members.map((each) =>
              each.id === id ? Object.assign({}, each, { role }) : each,
            ),
          },
    )
  const send = async (member: Member, role: string) => {
    put(member.id, role)
    try {
      await api('PATCH /api/v1/members/:member', {
        params: { member: member.id },
        query: {},
        body: { role: role as Role },
      })
      // One's own role decides what is offered everywhere.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return true
    } catch (error) {
      put(member.id, member.role)
      const why = error instanceof Error ? error.message : ''
      notify({ tone: 'failed', text: t`Couldn’t change the role. ${why}` })
      return false
    }
  }
  return async (member, role) => {
    const [name, word] = [member.name || member.email, roleName(roles, role)]
    if (!(await send(member, role))) return
    const undo = () => void send({ ...member, role }, member.role)
    notify({ tone: 'done', text: t`${name} is now ${word}`, undo })
  }
}
