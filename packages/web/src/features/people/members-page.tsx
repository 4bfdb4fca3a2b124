import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { PendingInvitations } from './pending-invitations.tsx'
import { PeopleScreen } from './people-tabs.tsx'
import { useRoles } from './role-words.ts'
import { membersQuery } from '#product/people/people-queries.ts'
import { sessionQuery } from '#product/session/session-queries.ts'

export function MembersPage() {
  const { t } = useLingui()
  const mayInvite = usePermission('member:write')
  const [inviting, setInviting] = useState(false)
  const invite = (
    <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
      <Trans>Invite people</Trans>
    </Button>
  )
  return (
    <PeopleScreen title={t`Members`} actions={mayInvite ? invite : undefined}>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      <MemberList />
      {mayInvite && <PendingInvitations />}
      <RoleTable />
    </PeopleScreen>
  )
}

function MemberList() {
  const { t } = useLingui()
  const { data: members, error, refetch } = useQuery(membersQuery)
  const { data: session } = useQuery(sessionQuery)
  const own = session?.organizations[0]?.role ?? ''
  if (error !== null && !(error instanceof Unreachable))
    return <Failure title={t`Couldn’t load the members`} error={error} onRetry={() => void refetch()} />
  if (members === undefined) return <Skeleton height={128} />
  const owners = members.filter(({ role }) => role === 'owner').length
  return (
    <ul
      aria-label={t`Members`}
      className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
    >
      {members.map((member) => (
        <MemberRow
          key={member.id}
          member={member}
          own={own}
          you={member.id === session?.user.id}
          lastOwner={member.role === 'owner' && owners === 1}
        />
      ))}
    </ul>
  )
}

function RoleTable() {
  const { t } = useLingui()
  const roles = useRoles()
  return (
    <section aria-label={t`What each role can do`} className="grid gap-2">
      <h2 className="text-form font-bold">
        <Trans>What each role can do</Trans>
      </h2>
      <dl className="grid gap-x-6 gap-y-1.5 phone:grid-cols-[max-content_minmax(0,1fr)]">
        {roles.map(({ id, name, about }) => (
          <div key={id} className="contents">
            <dt className="font-strong">{name}</dt>
            <dd className="text-muted">{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
