import type { InferOutput } from 'valibot'
import {
  sentryCreateKey,
  sentryGetEventJson,
  sentryListEnvironments,
  sentryListKeys,
  type SentryKey,
} from '@hindcast/contract/sentry/project-parts.ts'
import { eventIdIn } from '@hindcast/contract/search/event-id.ts'
import { actorOf } from '#accounts/actor.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ProjectKey } from '#domain/projects/project.ts'
import type { ApiDeps } from '#api/deps.ts'
import { dsnOf } from '#api/http/dsn.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import { linkHeader } from './link-header.ts'

/** What belongs to a project beside its issues, events and releases. */
export function serveSentryProjectParts(
  serve: Serve,
  { access, commands, queries, publicUrl }: ApiDeps,
): void {
  serve(sentryListKeys, async ({ principal, params, request, header }) => {
    const project = await access.project(principal, params.organization, params.project, 'project:read')
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return (await queries.keys(project)).map((key) => sentryKey(key, publicUrl()))
  })

  serve(sentryCreateKey, async ({ principal, params, body }) => {
    const project = await access.project(principal, params.organization, params.project, 'project:write')
    return sentryKey(await commands.createKey(actorOf(principal), project, body.name), publicUrl())
  })

  serve(sentryListEnvironments, async ({ principal, params, request, header }) => {
    const project = await access.project(principal, params.organization, params.project, 'project:read')
    const asked = { key: 'environment', prefix: '', limit: LIMITS.page.max }
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return (await queries.searchValues(project, asked)).map(({ value }) => ({
      id: value,
      name: value,
      isHidden: false as const,
    }))
  })

  serve(sentryGetEventJson, async ({ principal, params }) => {
    const project = await access.project(principal, params.organization, params.project, 'event:read')
    const { stored } = await queries.projectEvent(project, eventIdIn(params.event) ?? params.event)
    return { ...stored.document.payload }
  })
}

export function sentryKey(key: ProjectKey, publicUrl: string): InferOutput<typeof SentryKey> {
  return {
    id: key.publicKey,
    name: key.label,
    label: key.label,
    public: key.publicKey,
    projectId: Number(key.projectId),
    isActive: key.enabled,
    dateCreated: iso(key.createdAt),
    dsn: addressesOf(key, publicUrl),
    rateLimit: rateLimitOf(key),
  }
}

function addressesOf({ publicKey, projectId }: ProjectKey, publicUrl: string) {
  const project = `${publicUrl}/api/${projectId}`
  const report = `${project}/security/?sentry_key=${publicKey}`
  const traces = `${project}/integration/otlp/v1/traces`
  return {
    public: dsnOf(publicUrl, publicKey, projectId),
    csp: report,
    security: report,
    otlp_traces: traces,
  }
}

function rateLimitOf({ quotas }: ProjectKey): InferOutput<typeof SentryKey>['rateLimit'] {
  const quota = quotas.find(({ category }) => category === 'error')
  return quota === undefined ? null : { window: quota.windowSeconds, count: quota.limit }
}
