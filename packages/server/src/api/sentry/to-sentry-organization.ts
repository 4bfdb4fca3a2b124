import type { InferOutput } from 'valibot'
import { ABSENT_PRODUCTS } from '@hindcast/contract/sentry/organizations.ts'
import type * as wire from '@hindcast/contract/sentry/organizations.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import { iso, isoOrNull } from '#api/http/iso.ts'

export function sentryOrganization(
  organization: Organization,
  publicUrl: string,
): InferOutput<typeof wire.SentryOrganization> {
  return {
    id: organization.id,
    slug: organization.slug,
    name: organization.name,
    dateCreated: iso(organization.createdAt),
    status: { id: 'active', name: 'active' },
    isEarlyAdopter: false,
    require2FA: false,
    requireEmailVerification: false,
    allowMemberInvite: false,
    allowMemberProjectCreation: false,
    allowSuperuserAccess: false,
    hasAuthProvider: false,
    features: [],
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    // sentry-mcp refuses a region over HTTP, and asks the host it was given where there is none.
    links: { organizationUrl: publicUrl, ...(publicUrl.startsWith('https:') && { regionUrl: publicUrl }) },
  }
}

const NONE_OF = Object.fromEntries(ABSENT_PRODUCTS.map((name) => [name, false as const]))

export function sentryProject(
  project: Project,
  organization: Organization,
  publicUrl: string,
): InferOutput<typeof wire.SentryProject> {
  return {
    id: project.id,
    slug: project.slug,
    name: project.name,
    platform: project.platform ?? null,
    dateCreated: iso(project.createdAt),
    firstEvent: isoOrNull(project.firstEventAt),
    status: 'active',
    isBookmarked: false,
    isMember: true,
    isPublic: false,
    isInternal: false,
    hasAccess: true,
    platforms: project.platform === undefined ? [] : [project.platform],
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    ...NONE_OF,
    features: [],
    team: null,
    teams: [],
    organization: sentryOrganization(organization, publicUrl),
  }
}
