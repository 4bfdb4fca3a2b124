const MARK = '://'
/** The longest name of a scheme that is read. */
const SCHEME_CHARS = 31
const STOPS = new Set(' \t\r\n\f\v/?#"\'<>\\`'.split(''))
/** Generic user names of code hosts, and the public key in a DSN. */
const NOBODY = /^(?:git|hg|svn|anonymous|[0-9a-f]{32})$/i
/** Hosts whose addresses are the secret themselves: who knows one can post to it. */
const WEBHOOK =
  /^(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/|[\w-]{1,40}\.webhook\.office\.com\/webhookb2\/|hooks\.zapier\.com\/hooks\/catch\/|chat\.googleapis\.com\/v1\/spaces\/)/i
const WEBHOOK_CHARS = 100

/**
 * `scheme://user:password@host` and `https://token@host`. Linear: what stands between two `://` is read once, because a
 * slash ends the part that is searched.
 */
export function scrubAddresses(text: string, note: (rule: string) => string): string {
  let out = ''
  let done = 0
  for (let mark = text.indexOf(MARK); mark !== -1; mark = text.indexOf(MARK, mark + 1)) {
    const start = mark + MARK.length
    if (start < done || !hasScheme(text, mark)) continue
    const found = credentialsAt(text, start) ?? webhookAt(text, start)
    if (found === undefined) continue
    out += text.slice(done, found.start) + note(found.rule)
    done = found.end
  }
  return done === 0 ? text : out + text.slice(done)
}

interface Found {
  readonly start: number
  readonly end: number
  readonly rule: string
}

function credentialsAt(text: string, start: number): Found | undefined {
  let end = start
  while (end < text.length && text[end] !== '@' && !STOPS.has(text[end]!)) end++
  if (text[end] !== '@' || end === start) return undefined
  const user = text.slice(start, end)
  const isPublic = user === '[Filtered]' || NOBODY.test(user.endsWith(':') ? user.slice(0, -1) : user)
  return isPublic ? undefined : { start, end, rule: 'url credentials' }
}

function webhookAt(text: string, start: number): Found | undefined {
  const host = WEBHOOK.exec(text.slice(start, start + WEBHOOK_CHARS))?.[0]
  if (host === undefined) return undefined
  let end = start + host.length
  while (end < text.length && /[\w/.@=&?%-]/.test(text[end]!)) end++
  return { start: start + host.length, end, rule: 'webhook address' }
}

function hasScheme(text: string, mark: number): boolean {
  const least = Math.max(0, mark - SCHEME_CHARS)
  let start = mark
  while (start > least && /[a-z0-9+.-]/i.test(text[start - 1]!)) start--
  return start < mark
}
