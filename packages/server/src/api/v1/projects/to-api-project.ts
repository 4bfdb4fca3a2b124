import type * as wire from '@hindcast/contract/projects/projects.ts'
import type { Organization, Project, ProjectKey } from '#domain/projects/project.ts'
import { dsnOf } from '#api/http/dsn.ts'
import { iso, isoOrNull } from '#api/http/iso.ts'

export function toApiProjectSummary(
  project: Project,
  organization: Organization,
  ownId: string | undefined,
): wire.ProjectSummary {
  return {
    id: project.id,
    slug: project.slug,
    name: project.name,
    platform: project.platform ?? null,
    organization: organization.slug,
    createdAt: iso(project.createdAt),
    firstEventAt: isoOrNull(project.firstEventAt),
    own: project.id === ownId,
  }
}

export function toApiProjectDetail(
  project: Project,
  organization: Organization,
  ownId: string | undefined,
  keys: readonly ProjectKey[],
  publicUrl: string,
): wire.ProjectDetail {
  const { settings } = project
  return {
    ...toApiProjectSummary(project, organization, ownId),
    settings: {
      allowedOrigins: [...settings.allowedOrigins],
      quotas: [...settings.quotas],
      scrubDefaults: settings.scrubDefaults,
      scrubKeys: [...settings.scrubKeys],
      storeClientAddress: settings.storeClientAddress,
      retentionDays: settings.retentionDays,
      retention: settings.retention.map((one) => ({ ...one })),
      spansPerHour: settings.spansPerHour,
      filters: {
        ...settings.filters,
        messages: [...settings.filters.messages],
        releases: [...settings.filters.releases],
      },
      groupingRules: settings.groupingRules,
      groupingVersion: settings.groupingVersion,
      fetchSourceMaps: settings.fetchSourceMaps,
    },
    keys: keys.map((key) => toApiProjectKey(key, publicUrl)),
  }
}

export function toApiProjectKey(key: ProjectKey, publicUrl: string): wire.ProjectKey {
  return {
    id: key.id,
    label: key.label,
    publicKey: key.publicKey,
    dsn: dsnOf(publicUrl, key.publicKey, key.projectId),
    enabled: key.enabled,
    quotas: [...key.quotas],
    createdAt: iso(key.createdAt),
  }
}
