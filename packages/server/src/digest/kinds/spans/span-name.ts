import { withoutQuery } from '#domain/trim-end.ts'
import type { JsonObject } from '#domain/json.ts'
import { attributeText } from './sent-span.ts'

/**
 * What a person would call the span. SDK 11 names spans so that there are few names (`Pageload`, `GET api.example.com`),
 * and a waterfall of them says nothing; the address stands in the attributes.
 */
export function spanName(sent: string | undefined, op: string, attributes: JsonObject): string {
  const name = sent ?? ''
  if (op === 'pageload' || op === 'navigation') {
    const isVague = name === '' || name === 'Pageload' || name === 'Navigation'
    return isVague ? (pathOf(attributes) ?? (name || op)) : withoutQuery(name)
  }
  if (op === 'http.client') return requestName(name, attributes)
  if (op.startsWith('resource.')) return placeOf(attributes) ?? (withoutQuery(name) || op)
  if (op.startsWith('http.')) return serverName(name, attributes)
  if (Object.hasOwn(PHASES, op) && (name === '' || name.includes('://'))) return PHASES[op]!
  const about = subjectOf(op, attributes)
  if (about !== undefined && about !== name) return name === '' ? about : `${name}: ${about}`
  return name || op
}

/** Earlier SDKs name the phases of a page load after the page, all of them the same. */
const PHASES: Readonly<Record<string, string>> = {
  'browser.cache': 'Cache',
  'browser.dns': 'DNS lookup',
  'browser.connect': 'Connect',
  'browser.tls': 'TLS',
  'browser.request': 'Request',
  'browser.response': 'Response',
  'browser.redirect': 'Redirect',
  'browser.unload_event': 'Unload event',
  'browser.dom_content_loaded_event': 'DOMContentLoaded event',
  'browser.load_event': 'Load event',
}

function requestName(name: string, attributes: JsonObject): string {
  const place = placeOf(attributes)
  const method = attributeText(attributes, 'http.request.method')
  if (place === undefined) return withoutQuery(name) || 'http.client'
  return method === undefined ? place : `${method} ${place}`
}

/** Where no route was found, SDK 11 says the method alone. */
function serverName(name: string, attributes: JsonObject): string {
  const path = pathOf(attributes)
  if (name.includes('/') || path === undefined) return withoutQuery(name) || requestName(name, attributes)
  return name === '' ? path : `${name} ${path}`
}

/** Which element or script it is about. */
function subjectOf(op: string, attributes: JsonObject): string | undefined {
  const vital = (key: string) => attributeText(attributes, `browser.web_vital.${key}`)
  if (op === 'ui.webvital.lcp') return vital('lcp.element') ?? vital('lcp.url')
  if (op === 'ui.webvital.cls') return vital('cls.source.1')
  if (op.startsWith('ui.interaction.')) return vital('inp.target')
  if (op === 'ui.long_animation_frame') return attributeText(attributes, 'browser.script.invoker')
  return undefined
}

/** Host and path of the address. */
function placeOf(attributes: JsonObject): string | undefined {
  const url = attributeText(attributes, 'url.full') ?? attributeText(attributes, 'url')
  if (url === undefined) return undefined
  return withoutQuery(url.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '')) || undefined
}

/** Of the page or the request, without query. */
export function pathOf(attributes: JsonObject): string | undefined {
  const path = attributeText(attributes, 'url.path')
  if (path !== undefined) return withoutQuery(path)
  const url = attributeText(attributes, 'url.full') ?? attributeText(attributes, 'sentry.transaction')
  if (url === undefined) return undefined
  if (url.startsWith('/')) return withoutQuery(url)
  const [, rest] = /^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#]*([^]*)$/i.exec(url) ?? []
  return rest === undefined ? undefined : withoutQuery(rest) || '/'
}
