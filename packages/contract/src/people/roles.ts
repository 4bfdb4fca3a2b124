import * as v from 'valibot'

export const ROLE_NAMES = ['owner', 'admin', 'member', 'viewer'] as const

export const Role = v.pipe(
  v.picklist(ROLE_NAMES),
  v.description('Role in the organization, from most to least permissions.'),
)
export type Role = v.InferOutput<typeof Role>

export const RoleName = v.pipe(
  v.string(),
  v.description('Role. Any text, because a later version may add roles.'),
)

export const OrganizationChoice = v.optional(
  v.pipe(v.string(), v.description('Slug of the organization. Optional if you have only one.')),
)
