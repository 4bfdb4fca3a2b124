import type { Role } from '@hindcast/contract/people/roles.ts'
import { useLingui } from '@lingui/react/macro'

export interface RoleWords {
  readonly id: Role
  readonly name: string
  readonly about: string
}

/** From most to least permissions. */
export function useRoles(): readonly RoleWords[] {
  const { t } = useLingui()
  return [
    { id: 'owner', name: t`Owner`, about: t`Can do everything, including adding and removing owners.` },
    {
      id: 'admin',
      name: t`Admin`,
      about: t`Can manage people, teams, projects, tokens and settings, and read the audit log.`,
    },
    {
      id: 'member',
      name: t`Member`,
      about: t`Can work on issues, alerts and releases, but not change settings or people.`,
    },
    {
      id: 'viewer',
      name: t`Viewer`,
      about: t`Can see everything except tokens and the audit log, but not change anything.`,
    },
  ]
}

/** A role of a later version keeps its name. */
export function roleName(roles: readonly RoleWords[], role: string): string {
  return roles.find(({ id }) => id === role)?.name ?? role
}

/** Roles above one's own cannot be given or removed. */
export function rolesBelow(roles: readonly RoleWords[], own: string): readonly RoleWords[] {
  const from = roles.findIndex(({ id }) => id === own)
  return from === -1 ? [] : roles.slice(from)
}
