import type { Member } from '@hindcast/contract/people/members.ts'
import type { Role } from '@hindcast/contract/people/roles.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { usePermission } from '#product/session/permissions.ts'
import { Avatar } from '#ui/data/avatar.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Leave } from './leave.tsx'
import { RemoveMember } from './remove-member.tsx'
import { roleName, rolesBelow, useRoles } from './role-words.ts'
import { useChangeRole } from './use-change-role.ts'

interface Props {
  readonly member: Member
  /** The role of the current user. */
  readonly own: string
  readonly you: boolean
  readonly lastOwner: boolean
}

export function MemberRow({ member, own, you, lastOwner }: Props) {
  const { name, email, role, joinedAt, twoFactor } = member
  const mayChange = usePermission('member:write')
  const below = rolesBelow(useRoles(), own)
  const isBelow = below.some(({ id }) => id === role)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <Avatar name={name || email} size={28} />
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 font-strong">{name || email}</span>
          {you && (
            <Badge>
              <Trans>You</Trans>
            </Badge>
          )}
          {twoFactor && (
            <Badge tone="success">
              <Trans>Two-factor authentication</Trans>
            </Badge>
          )}
        </span>
        <span className="min-w-0 text-meta break-all text-muted">{email}</span>
        <span className="text-meta text-subtle">
          <Trans>
            Joined <Timestamp at={joinedAt} />
          </Trans>
        </span>
      </div>
      {mayChange && isBelow && !lastOwner ? (
        <div className="flex flex-wrap items-center gap-2">
          <RoleChoice member={member} roles={below} />
          <RemoveMember member={member} />
        </div>
      ) : (
        <FixedRole role={role} lastOwner={lastOwner && mayChange} />
      )}
      {you && !lastOwner && <Leave />}
    </li>
  )
}

function RoleChoice({
  member,
  roles,
}: {
  readonly member: Member
  readonly roles: ReturnType<typeof useRoles>
}) {
  const { t } = useLingui()
  const change = useChangeRole()
  const name = member.name || member.email
  return (
    <Select
      label={t`Role of ${name}`}
      value={member.role}
      onChange={({ target }) => void change(member, target.value as Role)}
    >
      {roles.map((role) => (
        <option key={role.id} value={role.id}>
          {role.name}
        </option>
      ))}
    </Select>
  )
}

function FixedRole({ role, lastOwner }: { readonly role: string; readonly lastOwner: boolean }) {
  const { t } = useLingui()
  const words = roleName(useRoles(), role)
  return (
    <span className="text-muted" title={lastOwner ? t`There must be at least one owner.` : undefined}>
      {words}
    </span>
  )
}
