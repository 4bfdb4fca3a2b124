import * as v from 'valibot'

export const ROLE_NAMES = ['owner', 'admin', 'member', 'viewer'] as const

export const Role = v.pipe(
  v.picklist(ROLE_NAMES),
  v.description('What somebody is to the organization; each may do what the next may, and more.'),
)
export type Role = v.InferOutput<typeof Role>

export const RoleName = v.pipe(
  v.string(),
  v.description('A role; text, because a later version may have written one that is not known here.'),
)

export const OrganizationChoice = v.optional(
  v.pipe(v.string(), v.description('Slug of the organization; may be left out where there is only one.')),
)
