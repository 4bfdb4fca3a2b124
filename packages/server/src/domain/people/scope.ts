/** What a token may be allowed to do, in the names Sentry's tools already use. */
export const SCOPES = {
  'org:read': 'See the organization, its members and its teams.',
  'org:write': 'Read the audit log, and manage what belongs to the whole organization.',
  'org:admin': 'Decide who the owners are.',
  'member:read': 'See who the members are.',
  'member:write': 'Invite and remove members and change their roles.',
  'team:read': 'See the teams.',
  'team:write': 'Create, change and delete teams.',
  'project:read': 'See projects, their settings and their keys.',
  'project:write': 'Create projects and change their settings and keys.',
  'project:admin': 'Delete projects.',
  'event:read': 'See issues and events.',
  'event:write': 'Resolve, ignore, reopen and assign issues.',
  'event:admin': 'Delete issues and events.',
  'project:releases': 'Create releases and upload source maps.',
  'alerts:read': 'See alerts and what they sent.',
  'alerts:write': 'Create, change and delete alerts.',
} as const satisfies Record<string, string>

export type Scope = keyof typeof SCOPES

export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[]

/** Write scopes include the read scope. */
const GRANTS: Readonly<Record<Scope, readonly Scope[]>> = {
  'org:read': ['org:read', 'member:read', 'team:read'],
  'org:write': ['org:write', 'org:read', 'member:read', 'team:read'],
  'org:admin': ['org:admin', 'org:write', 'org:read', 'member:read', 'team:read'],
  'member:read': ['member:read'],
  'member:write': ['member:write', 'member:read'],
  'team:read': ['team:read'],
  'team:write': ['team:write', 'team:read'],
  'project:read': ['project:read'],
  'project:write': ['project:write', 'project:read'],
  'project:admin': ['project:admin', 'project:write', 'project:read'],
  'event:read': ['event:read'],
  'event:write': ['event:write', 'event:read'],
  'event:admin': ['event:admin', 'event:write', 'event:read'],
  'project:releases': ['project:releases'],
  'alerts:read': ['alerts:read'],
  'alerts:write': ['alerts:write', 'alerts:read'],
}

export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name)
}

/** Names this version does not know grant nothing: they may come from a newer one. */
export function grantedBy(names: readonly string[]): ReadonlySet<Scope> {
  return new Set(names.filter(isScope).flatMap((scope) => GRANTS[scope]))
}
