import {
  createRouteRule,
  deleteRouteRule,
  listRoutes,
  orderRouteRules,
  previewRouteRule,
  uploadRoutes,
  type RouteManifest as WireManifest,
  type RouteRegistry as WireRegistry,
  type RouteRule as WireRule,
} from '@hindcast/contract/routes/registry.ts'
import { actorOf } from '#accounts/actor.ts'
import type { RouteManifest } from '#domain/routes/manifest.ts'
import { parsePattern, printPattern } from '#domain/routes/pattern.ts'
import type { ReleaseManifest, RouteRule, StoredRoutes } from '#domain/routes/project-routes.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveRoutes(serve: Serve, { access, commands, routes }: ApiDeps): void {
  serve(listRoutes, async ({ principal, params }) => {
    const project = await access.project(principal, undefined, params.project, 'project:read')
    return registryView(await routes.routes(project))
  })

  serve(uploadRoutes, async ({ principal, params, body }) => {
    const project = await access.project(principal, undefined, params.project, 'project:releases')
    const { release } = body
    const report = await commands.routes.upload(
      actorOf(principal),
      project,
      release,
      manifestOf(body.manifest),
    )
    const organizations = await access.organizations(principal, 'project:releases')
    const { slug } = organizations.find(({ id }) => id === project.organizationId)!
    return { release, ...report, skipped: [...report.skipped], organization: slug }
  })

  serve(createRouteRule, async ({ principal, params, body }) => {
    const project = await access.project(principal, undefined, params.project, 'project:write')
    return ruleView(await commands.routes.addRule(actorOf(principal), project, body.pattern))
  })

  serve(orderRouteRules, async ({ principal, params, body }) => {
    const project = await access.project(principal, undefined, params.project, 'project:write')
    const rules = await commands.routes.orderRules(actorOf(principal), project, body.ids)
    return { rules: rules.map(ruleView) }
  })

  serve(deleteRouteRule, async ({ principal, params }) => {
    const project = await access.project(principal, undefined, params.project, 'project:write')
    await commands.routes.deleteRule(actorOf(principal), project, params.rule)
    return { deleted: params.rule }
  })

  serve(previewRouteRule, async ({ principal, params, body }) => {
    const project = await access.project(principal, undefined, params.project, 'project:write')
    const { pattern, matches, ...counts } = await routes.previewRule(project, body.pattern)
    return {
      pattern: pattern ?? null,
      ...counts,
      matches: matches.map(({ url, events, now }) => ({
        url,
        events,
        now: now === undefined ? null : { pattern: now.pattern, source: now.source },
      })),
    }
  })
}

function manifestOf({ defaultLocale, ...manifest }: WireManifest): RouteManifest {
  return defaultLocale === undefined ? manifest : { ...manifest, defaultLocale }
}

function ruleView({ id, pattern, createdAt }: RouteRule): WireRule {
  return { id, pattern, createdAt: new Date(createdAt).toISOString() }
}

function registryView({ rules, manifests, learned }: StoredRoutes): WireRegistry {
  const newest = manifests[0]?.manifest
  const style = newest?.style ?? 'next'
  const routesOf = (source: WireRegistry['routes'][number]['source'], patterns: readonly string[]) =>
    patterns.flatMap((text) => {
      const pattern = parsePattern(text)?.text
      return pattern === undefined ? [] : [{ pattern, display: printPattern(pattern, style), source }]
    })
  return {
    rules: rules.map(ruleView),
    manifests: manifests.map(manifestView),
    routes: [
      ...routesOf(
        'rule',
        rules.map(({ pattern }) => pattern),
      ),
      ...routesOf('manifest', newest?.patterns ?? []),
      ...routesOf('learned', learned),
    ],
  }
}

function manifestView({ release, uploadedAt, manifest }: ReleaseManifest): WireRegistry['manifests'][number] {
  const { style, basePath, locales, patterns, redirects, beforeFiles, afterFiles, fallback } = manifest
  return {
    release,
    uploadedAt: new Date(uploadedAt).toISOString(),
    framework: style,
    basePath,
    locales: [...locales],
    patterns: patterns.length,
    rewrites: redirects.length + beforeFiles.length + afterFiles.length + fallback.length,
  }
}
