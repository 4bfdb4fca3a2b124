import { grantedBy, type Scope } from './scope.ts'

/** What somebody is to an organization, from the one who may do everything to the one who only looks. */
export const ROLE_NAMES = ['owner', 'admin', 'member', 'viewer'] as const

export type Role = (typeof ROLE_NAMES)[number]

/**
 * The one table of who may do what: every check of a person reads it, and a test calls every address as every
 * role. A scope includes the lesser ones of the same thing.
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

/** What a token may do now: what it was made for, as far as the role of whoever made it still goes. */
export function scopesOfToken(scopes: readonly string[], ownerRole: string): ReadonlySet<Scope> {
  const own = scopesOf(ownerRole)
  return new Set([...grantedBy(scopes)].filter((scope) => own.has(scope)))
}

/** Whether somebody of this role may let others in as that one. */
export function mayInvite(own: string, other: string): boolean {
  return isRole(own) && isRole(other) && scopesOf(own).has('member:write') && mayHandle(own, other)
}

/** Nobody gives, takes or touches a role that is above their own. */
export function mayHandle(own: Role, other: Role): boolean {
  return ROLE_NAMES.indexOf(own) <= ROLE_NAMES.indexOf(other)
}
