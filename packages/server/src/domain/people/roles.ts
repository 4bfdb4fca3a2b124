import { grantedBy, type Scope } from './scope.ts'

/** Roles in an organization, from most to least permissions. */
export const ROLE_NAMES = ['owner', 'admin', 'member', 'viewer'] as const

export type Role = (typeof ROLE_NAMES)[number]

/**
 * The only table of permissions by role: every check reads it, and a test calls every endpoint as every role. A scope
 * includes the lower scopes of the same resource.
 */
export const ROLES: Readonly<Record<Role, { readonly about: string; readonly scopes: readonly Scope[] }>> = {
  owner: {
    about: 'May do everything, and decides who else is an owner.',
    scopes: [
      'org:admin',
      'member:write',
      'team:write',
      'project:admin',
      'event:admin',
      'project:releases',
      'alerts:write',
    ],
  },
  admin: {
    about: 'Manages people, teams, projects, tokens and settings, and reads the audit log.',
    scopes: [
      'org:write',
      'member:write',
      'team:write',
      'project:admin',
      'event:admin',
      'project:releases',
      'alerts:write',
    ],
  },
  member: {
    about: 'Works on issues, alerts and releases; changes no settings of projects and no people.',
    scopes: [
      'org:read',
      'member:read',
      'team:read',
      'project:read',
      'event:write',
      'project:releases',
      'alerts:write',
    ],
  },
  viewer: {
    about: 'Sees everything but the audit log and the tokens, and changes nothing.',
    scopes: ['org:read', 'member:read', 'team:read', 'project:read', 'event:read', 'alerts:read'],
  },
}

export function isRole(name: string): name is Role {
  return Object.hasOwn(ROLES, name)
}

/** A role this version does not know may come from a newer one, and then it allows nothing. */
export function scopesOf(role: string): ReadonlySet<Scope> {
  return scopesOfAll([role])
}

export function scopesOfAll(roles: readonly string[]): ReadonlySet<Scope> {
  return grantedBy(roles.filter(isRole).flatMap((role) => ROLES[role].scopes))
}

/** Effective scopes of a token: its own scopes, limited by its creator's current role. */
export function scopesOfToken(scopes: readonly string[], ownerRole: string): ReadonlySet<Scope> {
  const own = scopesOf(ownerRole)
  return new Set([...grantedBy(scopes)].filter((scope) => own.has(scope)))
}

/** Whether this role may invite members with that role. */
export function mayInvite(own: string, other: string): boolean {
  return isRole(own) && isRole(other) && scopesOf(own).has('member:write') && mayHandle(own, other)
}

/** A role above one's own cannot be given, removed or changed. */
export function mayHandle(own: Role, other: Role): boolean {
  return ROLE_NAMES.indexOf(own) <= ROLE_NAMES.indexOf(other)
}
