import type { DropReason } from '#domain/intake/outcome.ts'
import type { JsonObject } from '#domain/json.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { isCrawler, isOldBrowser } from '#digest/filters/agents.ts'
import { isHealthCheck, isLocalAddress } from '#digest/filters/places.ts'
import { unwantedReleases } from '#digest/unwanted-releases.ts'
import { attributeText } from './sent-span.ts'

/** What a filter may look at. */
export interface FilteredSpan {
  readonly name: string
  readonly path: string | undefined
  readonly release: string | undefined
  readonly browser: string | undefined
  readonly agent: string
  readonly attributes: JsonObject
}

export type SpanFilter = (span: FilteredSpan) => DropReason | undefined

type Wanted = Pick<ProjectSettings, 'filters'>

/** Settings stay the same object until someone changes them, and so does the filter. */
const compiled = new WeakMap<Wanted, SpanFilter>()

/** By the filters of the project that say something about a span. */
export function spanFilterOf(settings: Wanted): SpanFilter {
  const known = compiled.get(settings)
  if (known !== undefined) return known
  const filter = compile(settings)
  compiled.set(settings, filter)
  return filter
}

function compile(settings: Wanted): SpanFilter {
  const wanted = settings.filters
  const isUnwanted = unwantedReleases(settings)
  return ({ name, path, release, browser, agent, attributes }) => {
    if (release !== undefined && isUnwanted(release)) return 'filtered_release'
    if (wanted.localhost && isLocal(attributes)) return 'filtered_localhost'
    if (wanted.healthChecks && isHealthCheck(agent, [name, path])) return 'filtered_health_check'
    if (wanted.crawlers && isCrawler(agent)) return 'filtered_crawler'
    return wanted.oldBrowsers && isOldBrowser(browser) ? 'filtered_browser' : undefined
  }
}

/** A page is local by its own address; a request of a server to itself says nothing about who uses it. */
function isLocal(attributes: JsonObject): boolean {
  if (attributes['sentry.is_localhost'] === true) return true
  const op = attributeText(attributes, 'sentry.op')
  const url = attributeText(attributes, 'url.full')
  return (op === 'pageload' || op === 'navigation') && url !== undefined && isLocalAddress(url)
}
