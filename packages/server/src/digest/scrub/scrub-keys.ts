import { remember } from '#domain/memoize.ts'

/** Names the kind of secret that a key announces, or answers undefined. */
export type KeyRule = (key: string) => string | undefined

/** These words make a secret of any key they are part of. */
const ANYWHERE: ReadonlyMap<string, string> = byWord({
  password:
    'password passwords passwd pwd passphrase passcode passwort mysqlpwd pgpassword userpassword dbpassword',
  secret: 'secret secrets clientsecret apisecret appsecret secretkey',
  token:
    'token tokens authtoken accesstoken refreshtoken idtoken apitoken sessiontoken bearertoken csrftoken xsrftoken csrfmiddlewaretoken jwt bearer',
  'api key': 'apikey apikeys xapikey privatekey accesskey accountkey encryptionkey',
  credentials: 'credential credentials creds',
  csrf: 'csrf xsrf',
  session: 'sessionid sessid phpsessid jsessionid aspsessionid sessionkey',
  'card number': 'creditcard cardnumber ccnumber ccnum cvv cvc',
  'social security number': 'ssn',
  'one-time code': 'otp totp',
})

/** These only where they end the key: `auth` and `session` begin many harmless ones. */
const AT_THE_END: ReadonlyMap<string, string> = byWord({
  authorization: 'auth authorization',
  session: 'session sessions sid',
  cookie: 'cookie cookies',
  password: 'pw pass',
  pin: 'pin pincode',
  'oauth code': 'code',
})

/** `pass: 12`, `tests pass`, `bypass`: only as the whole key or behind one of the words in PAIRS. */
const ALONE: ReadonlySet<string> = words('pass code')

const PAIRS: ReadonlyMap<string, string> = byWord({
  'api key':
    'api+key private+key secret+key access+key signing+key encryption+key master+key ssh+key deploy+key license+key auth+key account+key storage+key shared+key service+key subscription+key server+key consumer+key hmac+key aes+key rsa+key pgp+key jwt+key write+key admin+key root+key session+key app+key application+key webhook+key aws+key azure+key gcp+key stripe+key paypal+key braintree+key square+key adyen+key openai+key anthropic+key mistral+key sendgrid+key mailgun+key mailchimp+key postmark+key resend+key twilio+key vonage+key plivo+key github+key gitlab+key bitbucket+key slack+key discord+key telegram+key datadog+key dd+key newrelic+key cloudflare+key digitalocean+key heroku+key vercel+key netlify+key supabase+key shopify+key hubspot+key salesforce+key zendesk+key intercom+key linear+key notion+key airtable+key okta+key npm+key docker+key',
  session: 'session+id session+key session+data',
  authorization: 'auth+code authorization+code oauth+code code+verifier auth+header auth+data',
  'card number': 'credit+card card+number cc+number security+code',
  'social security number': 'social+security',
  pin: 'pin+code pin+number',
  password:
    'pass+phrase db+pass database+pass mysql+pass postgres+pass redis+pass smtp+pass mail+pass ftp+pass admin+pass root+pass user+pass login+pass',
})

/** `token_count`, `password_length`, `session:duration`: about a secret, and none. */
const HARMLESS_ENDINGS = words(
  `count counts length size type kind name names field fields label placeholder strength policy required enabled
   disabled expires expiry expired expiration at on date time timestamp duration ttl age valid invalid present set
   changed updated created provider method status state error errors message url uri endpoint path visible index
   limit limits usage used remaining budget version algorithm format issuer audience scope scopes mode rotation
   per percent ratio rate total start end consent banner color colour background width height icon input button form
   page screen view component module service manager handler helper class style hint title help docs tooltip check
   validator parser generator factory listener callback position offset line column pattern regex rule rules reset
   settings options feature supported`,
)

/** `max_tokens`, `next_page_token`, `design-tokens`. */
const HARMLESS_BEFORE_TOKEN = words(
  'max min total prompt completion input output num used remaining cached reasoning page next continuation design parsed lexer',
)

const CACHE_ENTRIES = 10_000

/** Splits `authToken2`, `X-Auth-Token`, `user[auth_token]` and `AUTH%5Ftoken` into words. */
export function wordsOf(key: string): readonly string[] {
  return (
    decoded(key)
      // Looks one character back and two ahead: `(\p{Lu}+)(\p{Lu}\p{Ll})` reads a run of capitals once per capital.
      .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
      .replace(/\d+/g, ' $& ')
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word !== '')
  )
}

export const defaultKeyRule: KeyRule = remembered((key) => {
  const parts = wordsOf(key)
  const last = parts.findLast((part) => !/^\d/.test(part))
  if (last === undefined || (parts.length > 1 && HARMLESS_ENDINGS.has(last))) return undefined
  for (const [index, word] of parts.entries()) {
    const before = index === 0 ? '' : parts[index - 1]!
    const rule = PAIRS.get(`${before}+${word}`) ?? ANYWHERE.get(word)
    if (rule === undefined || (rule === 'token' && HARMLESS_BEFORE_TOKEN.has(before))) continue
    return rule
  }
  return ALONE.has(last) && parts.length > 1 ? undefined : AT_THE_END.get(last)
})

/** Additional field names of a project: each matches if its words are adjacent in a key. */
export function projectKeyRule(names: readonly string[]): KeyRule {
  const wanted = names.map((name) => ` ${wordsOf(name).join(' ')} `).filter((name) => name.trim() !== '')
  return remembered((key) => {
    const found = ` ${wordsOf(key).join(' ')} `
    return wanted.some((name) => found.includes(name)) ? 'project key' : undefined
  })
}

/** Keys repeat from event to event; senders that invent new ones must not fill the memory. */
function remembered(rule: KeyRule): KeyRule {
  const judge = remember((key) => rule(key) ?? null, { entries: CACHE_ENTRIES, longest: 100 })
  return (key) => judge(key) ?? undefined
}

function decoded(key: string): string {
  if (!key.includes('%')) return key
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}

function byWord(rules: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rules).flatMap(([rule, list]) => list.split(' ').map((word) => [word, rule] as const)),
  )
}
