import type { ErrorEvent } from '#domain/events/error-event.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'
import { summariseClient } from '#event/contexts/client-contexts.ts'
import { decidingException } from '#event/exceptions.ts'
import { headerOf } from '#event/request.ts'
import { createGlob } from '#domain/glob.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { recognisedKind } from '#event/known-errors/recognise.ts'
import { matchesAny } from '#digest/unwanted-releases.ts'
import type { Filter } from './filter.ts'
import { isCrawler, isOldBrowser } from '#digest/filters/agents.ts'
import { isHealthCheck, isLocalAddress, pathOf } from '#digest/filters/places.ts'

type Wanted = Pick<ProjectSettings, 'filters'>

const NONE: readonly Filter[] = []

/** Settings stay the same object until someone changes them, and so do the filters. */
const compiled = new WeakMap<Wanted, readonly Filter[]>()

export function filtersOf(settings: Wanted): readonly Filter[] {
  const known = compiled.get(settings)
  if (known !== undefined) return known
  const filters = compile(settings)
  compiled.set(settings, filters)
  return filters
}

/** The cheap ones first: an event that matches several is counted once. */
function compile({ filters: wanted }: Wanted): readonly Filter[] {
  const filters: Filter[] = []
  if (wanted.releases.length > 0) filters.push(byRelease(wanted.releases))
  if (wanted.messages.length > 0) filters.push(byMessage(wanted.messages))
  if (wanted.localhost) filters.push((event) => (isLocalhost(event) ? 'filtered_localhost' : undefined))
  if (wanted.healthChecks) {
    filters.push((event, received) => {
      const url = event.request?.url
      const places = [event.transaction, url === undefined ? undefined : pathOf(url)]
      return isHealthCheck(agentOf(event, received), places) ? 'filtered_health_check' : undefined
    })
  }
  if (wanted.crawlers) {
    filters.push((event, received) => (isCrawler(agentOf(event, received)) ? 'filtered_crawler' : undefined))
  }
  if (wanted.oldBrowsers) {
    filters.push((event, received) =>
      isOldBrowser(summariseClient(event, received).browser) ? 'filtered_browser' : undefined,
    )
  }
  if (wanted.extensions) filters.push((event) => (isOfExtension(event) ? 'filtered_extension' : undefined))
  return filters.length === 0 ? NONE : filters
}

function agentOf(event: ErrorEvent, received: EventDocument['received']): string {
  return headerOf(event.request, 'user-agent') ?? received.userAgent ?? ''
}

/** Where the page was served from; an event without a page is judged by its newest script. */
function isLocalhost(event: ErrorEvent): boolean {
  const url = event.request?.url ?? decidingException(event)?.frames.at(-1)?.absPath
  return url !== undefined && isLocalAddress(url)
}

function byRelease(patterns: readonly string[]): Filter {
  const isUnwanted = matchesAny(patterns)
  return ({ release }) => (release !== undefined && isUnwanted(release) ? 'filtered_release' : undefined)
}

/** A pattern may describe the message, or the type and the message as lists show them. */
function byMessage(patterns: readonly string[]): Filter {
  const globs = patterns.map(createGlob)
  return (event) => {
    const texts = textsOf(event)
    return globs.some((matches) => texts.some(matches)) ? 'filtered_message' : undefined
  }
}

function textsOf(event: ErrorEvent): readonly string[] {
  const { type, value } = decidingException(event) ?? {}
  const texts = [value, event.message?.formatted]
  if (type !== undefined) texts.push(value === undefined ? type : `${type}: ${value}`)
  return texts.filter((text) => text !== undefined).map((text) => text.trim())
}

const BLOCKED_EXTENSION = /from '(?:chrome|moz|safari|safari-web|ms-browser)-extension:/

function isOfExtension(event: ErrorEvent): boolean {
  if (event.kind === 'security') return BLOCKED_EXTENSION.test(event.message?.formatted ?? '')
  return recognisedKind(event) === 'extension_noise'
}
