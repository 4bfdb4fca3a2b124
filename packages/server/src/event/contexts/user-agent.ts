import { parse as parseAgent } from 'bowser'
import { trimmed } from '#event/read.ts'

export interface ClientContexts {
  readonly browser: { readonly name: string; readonly version: string | undefined } | undefined
  readonly os: { readonly name: string; readonly version: string | undefined } | undefined
  readonly device: { readonly type: string; readonly model: string | undefined } | undefined
}

const NONE: ClientContexts = { browser: undefined, os: undefined, device: undefined }
export const NO_HINTS: Readonly<Record<string, string>> = {}
const LONGEST_AGENT = 1000
const REMEMBERED = 2000

const known = new Map<string, ClientContexts>()
/** Spans of one request, and what asks twice about one event, have the same. */
let last: { readonly agent: string; readonly hints: object; readonly contexts: ClientContexts } | undefined

/**
 * Browser, operating system and device behind a user agent and the client hints that came with it. Parsing takes
 * longer than the rest of the digest, so the results for the most recent user agents are cached.
 */
export function deriveContexts(
  userAgent: string | undefined,
  hints: Readonly<Record<string, string>> = NO_HINTS,
): ClientContexts {
  if (userAgent === undefined || userAgent === '' || userAgent.length > LONGEST_AGENT) return NONE
  if (last?.hints === hints && last.agent === userAgent) return last.contexts
  const contexts = recall(userAgent, hints)
  last = { agent: userAgent, hints, contexts }
  return contexts
}

function recall(userAgent: string, hints: Readonly<Record<string, string>>): ClientContexts {
  const key = keyOf(userAgent, hints)
  const contexts = known.get(key) ?? parse(userAgent, hints)
  if (!known.delete(key) && known.size >= REMEMBERED) known.delete(known.keys().next().value!)
  known.set(key, contexts)
  return contexts
}

function keyOf(userAgent: string, hints: Readonly<Record<string, string>>): string {
  let key = userAgent
  for (const name of ['sec-ch-ua', 'sec-ch-ua-platform', 'sec-ch-ua-platform-version', 'sec-ch-ua-model']) {
    key += `\n${hints[name]?.slice(0, 200) ?? ''}`
  }
  return key
}

function parse(userAgent: string, hints: Readonly<Record<string, string>>): ClientContexts {
  const { browser, os, platform } = parseAgent(userAgent)
  const name = brandOf(hints['sec-ch-ua']) ?? trimmed(browser.name)
  const system = trimmed(os.name)
  const type = trimmed(platform.type)
  const model = unquoted(hints['sec-ch-ua-model']) ?? trimmed(platform.model)
  return {
    browser: name === undefined ? undefined : { name, version: trimmed(browser.version) },
    os:
      system === undefined
        ? undefined
        : {
            name: system,
            version:
              systemVersion(system, hints) ??
              trimmed(system === 'Windows' ? (os.versionName ?? os.version) : os.version),
          },
    device: type === undefined ? undefined : { type, model },
  }
}

/** Browsers that call themselves Chrome in the user agent and by their name only in the hints. */
const BRANDS = ['Brave', 'DuckDuckGo', 'Ecosia', 'YaBrowser'] as const

function brandOf(brands: string | undefined): string | undefined {
  return BRANDS.find((brand) => brands?.includes(`"${brand}"`))
}

/** The user agent stopped telling versions: every Windows since 10 is 10 and every macOS 10.15. */
function systemVersion(system: string, hints: Readonly<Record<string, string>>): string | undefined {
  const version = unquoted(hints['sec-ch-ua-platform-version'])
  if (version === undefined) return undefined
  if (system !== 'Windows') return version
  const major = Number.parseInt(version, 10)
  return major >= 13 ? '11' : major > 0 ? '10' : undefined
}

function unquoted(hint: string | undefined): string | undefined {
  return trimmed(hint?.replaceAll('"', ''))
}

/** `Chrome 156`, as people group by it. */
export function nameAndMajor(
  part: { readonly name: string; readonly version: string | undefined } | undefined,
): string | undefined {
  if (part === undefined) return undefined
  const major = part.version === undefined ? undefined : /^[\w]+/.exec(part.version)?.[0]
  return major === undefined ? part.name : `${part.name} ${major}`
}
