import type { Cut, Scrubbed } from '#domain/events/stored-event.ts'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { SpanLink } from '#domain/traces/span.ts'
import { isAddressHeader } from '#digest/scrub/address-headers.ts'
import { mapEntries } from '#digest/scrub/copy-on-write.ts'
import { scrub } from '#digest/scrub/scrub.ts'
import { scrubSql } from '#digest/scrub/scrub-sql.ts'
import type { ScrubRules } from '#digest/scrub/scrub-walk.ts'
import { boundTree } from '#digest/trim/bound-tree.ts'
import { cutText } from '#digest/trim/cut.ts'
import type { SentSpan } from './sent-span.ts'

export interface CleanRules {
  readonly scrub: ScrubRules
  readonly storeClientAddress: boolean
}

/** A span within its limits and without secrets, and what was done to it. */
export interface CleanSpan {
  readonly name: string | undefined
  readonly attributes: JsonObject
  readonly links: readonly SpanLink[]
  readonly cuts: readonly Cut[]
  readonly scrubbed: readonly Scrubbed[]
}

const ATTRIBUTES = { bytes: LIMITS.spans.attributeBytes, depth: LIMITS.spans.attributeDepth }
const LINK = { bytes: LIMITS.spans.linkBytes, depth: LIMITS.spans.attributeDepth }
const STATEMENTS = ['db.query.text', 'db.query.summary']

/** Trimmed first: what is cut off needs no scrubbing, and scrubbing is what a sender could make expensive. */
export function cleanSpan(sent: SentSpan, rules: CleanRules): CleanSpan {
  const cuts: Cut[] = [...(sent.cuts ?? [])]
  const name =
    sent.name === undefined ? undefined : (cutText(sent.name, LIMITS.spans.nameChars, 'name', cuts) as string)
  const attributes = boundTree(sent.attributes, ATTRIBUTES, 'attributes', cuts) as JsonObject
  const links = sent.links.map((link) => ({
    ...link,
    attributes: boundTree(link.attributes, LINK, 'links', cuts) as JsonObject,
  }))
  const marks: Scrubbed[] = []
  const addressed = rules.storeClientAddress ? attributes : withoutAddresses(attributes, marks)
  const after = scrub({ name: name ?? '', attributes: addressed, links: links }, rules.scrub)
  marks.push(...after.scrubbed)
  return {
    ...withoutLiterals(
      name === undefined ? undefined : (after.payload['name'] as string),
      after.payload['attributes'] as JsonObject,
    ),
    links: after.payload['links'] as unknown as readonly SpanLink[],
    cuts,
    scrubbed: marks.slice(0, LIMITS.marksPerEvent),
  }
}

/** Of statements in the name and in the attributes. */
function withoutLiterals(
  name: string | undefined,
  attributes: JsonObject,
): Pick<CleanSpan, 'name' | 'attributes'> {
  const isNamedByStatement = String(attributes['sentry.op'] ?? '').startsWith('db')
  if (!isNamedByStatement && !STATEMENTS.some((key) => Object.hasOwn(attributes, key)))
    return { name, attributes }
  const system = String(attributes['db.system.name'] ?? attributes['db.system'] ?? '')
  const dialect = /^(?:mysql|mariadb)/i.test(system) ? 'mysql' : 'standard'
  return {
    name: isNamedByStatement && name !== undefined ? scrubSql(name, dialect) : name,
    attributes: mapEntries(attributes, (key, value) =>
      STATEMENTS.includes(key) && typeof value === 'string' ? scrubSql(value, dialect) : value,
    ),
  }
}

const ADDRESSES = new Set([
  'client.address',
  'user.ip_address',
  'network.peer.address',
  'http.client_ip',
  'net.peer.ip',
])
const HEADER = 'http.request.header.'

function withoutAddresses(attributes: JsonObject, marks: Scrubbed[]): JsonObject {
  return mapEntries(attributes, (key, value) => {
    const isAddress =
      ADDRESSES.has(key) || (key.startsWith(HEADER) && isAddressHeader(key.slice(HEADER.length)))
    if (!isAddress) return value
    marks.push({ path: `attributes.${key}`, rule: 'client address' })
    return undefined
  })
}
