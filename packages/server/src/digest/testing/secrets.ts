import type { JsonObject } from '#domain/json.ts'

/*
 * Secrets as they leak in practice, none of them real: each is drawn from the alphabet and in the length of its issuer,
 * always the same ones. Prefixes are written in two parts, so that no scanner takes this file for a leak.
 */

export interface SecretCase {
  readonly name: string
  /** What must not be left of it. */
  readonly secret: string
  readonly payload: JsonObject
}

const DIGIT = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const HEX = '0123456789abcdef'
const WORD = DIGIT + LOWER + UPPER
const URLSAFE = `${WORD}_-`

let state = 20_261_116
function drawn(length: number, letters = WORD): string {
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += letters[(state >>> 8) % letters.length]
  }
  // A draw without a digit is possible and would say nothing about the rule.
  return letters.includes('7') ? `${text.slice(0, -2)}7${text.slice(-1)}` : text
}

/** Written apart, put together here. */
const glue = (...parts: readonly string[]) => parts.join('')

const uuid = () => [8, 4, 4, 4, 12].map((length) => drawn(length, HEX)).join('-')

/** Known by their shape, in running text. */
const SHAPED: Readonly<Record<string, () => string>> = {
  'hindcast token': () => glue('hc', `t_${drawn(40)}`),
  'aws access key': () => glue('AK', `IA${drawn(16, DIGIT + UPPER)}`),
  'aws session key': () => glue('AS', `IA${drawn(16, DIGIT + UPPER)}`),
  'google api key': () => glue('AI', `za${drawn(35, URLSAFE)}`),
  'google oauth token': () => glue('ya', `29.${drawn(60, URLSAFE)}`),
  'google client secret': () => glue('GOC', `SPX-${drawn(28, URLSAFE)}`),
  'azure client secret': () => glue(`${drawn(3)}8`, `Q~${drawn(34)}`),
  'stripe live key': () => glue('sk_', `live_${drawn(24)}`),
  'stripe test key': () => glue('sk_', `test_${drawn(24)}`),
  'stripe restricted key': () => glue('rk_', `live_${drawn(24)}`),
  'stripe webhook secret': () => glue('wh', `sec_${drawn(32)}`),
  'square token': () => glue('sq0', `atp-${drawn(22, URLSAFE)}`),
  'razorpay key': () => glue('rzp_', `live_${drawn(14)}`),
  'github token': () => glue('gh', `p_${drawn(36)}`),
  'github app token': () => glue('gh', `s_${drawn(36)}`),
  'github fine-grained token': () => glue('github_', `pat_${drawn(22)}_${drawn(59)}`),
  'gitlab token': () => glue('gl', `pat-${drawn(20, URLSAFE)}`),
  'gitlab runner token': () => glue('gl', `rt-${drawn(20, URLSAFE)}`),
  'atlassian token': () => glue('ATA', `TT3xFfGF0${drawn(60, URLSAFE)}`),
  'slack bot token': () => glue('xo', `xb-${drawn(12, DIGIT)}-${drawn(24)}`),
  'slack user token': () => glue('xo', `xp-${drawn(12, DIGIT)}-${drawn(32, HEX)}`),
  'slack app token': () => glue('xa', `pp-1-${drawn(10, UPPER)}-${drawn(12, DIGIT)}-${drawn(40, HEX)}`),
  'npm token': () => glue('np', `m_${drawn(36)}`),
  'pypi token': () => glue('py', `pi-AgEIcHlwaS5vcmc${drawn(60, URLSAFE)}`),
  'rubygems key': () => glue('ruby', `gems_${drawn(48, HEX)}`),
  'docker token': () => glue('dckr_', `pat_${drawn(27, URLSAFE)}`),
  'sendgrid key': () => glue('S', `G.${drawn(22, URLSAFE)}.${drawn(43, URLSAFE)}`),
  'mailgun key': () => glue('ke', `y-${drawn(32, HEX)}`),
  'mailchimp key': () => `${drawn(32, HEX)}-us12`,
  'twilio key': () => glue('S', `K${drawn(32, HEX)}`),
  'brevo key': () => glue('xkey', `sib-${drawn(64, HEX)}-${drawn(16)}`),
  'openai key': () => glue('sk-', `proj-${drawn(48, URLSAFE)}`),
  'anthropic key': () => glue('sk-', `ant-api03-${drawn(80, URLSAFE)}`),
  'hugging face token': () => glue('h', `f_${drawn(34)}`),
  'groq key': () => glue('gs', `k_${drawn(52)}`),
  'digitalocean token': () => glue('dop', `_v1_${drawn(64, HEX)}`),
  'heroku key': () => glue('HR', `KU-${drawn(60, URLSAFE)}`),
  'netlify token': () => glue('nf', `p_${drawn(36)}`),
  'supabase token': () => glue('sb', `p_${drawn(40, HEX)}`),
  'planetscale password': () => glue('pscale_', `pw_${drawn(43, URLSAFE)}`),
  'databricks token': () => glue('da', `pi${drawn(32, HEX)}`),
  'shopify token': () => glue('shp', `at_${drawn(32, HEX)}`),
  'linear key': () => glue('lin_', `api_${drawn(40)}`),
  'notion token': () => glue('nt', `n_${drawn(46)}`),
  'figma token': () => glue('fig', `d_${drawn(40, URLSAFE)}`),
  'airtable token': () => glue('pa', `t${drawn(14)}.${drawn(64, HEX)}`),
  'postman key': () => glue('PM', `AK-${drawn(24, HEX)}-${drawn(34, HEX)}`),
  'sentry token': () => glue('sntr', `ys_${drawn(60)}`),
  'grafana token': () => glue('gl', `sa_${drawn(32)}_${drawn(8, HEX)}`),
  'new relic key': () => glue('NR', `AK-${drawn(27, DIGIT + UPPER)}`),
  'vault token': () => glue('hv', `s.${drawn(90, URLSAFE)}`),
  'doppler token': () => glue('dp.', `pt.${drawn(43)}`),
  'telegram bot token': () => glue(`${drawn(10, DIGIT)}:`, `AA${drawn(33, URLSAFE)}`),
  'json web token': () => glue('ey', `J${drawn(33)}.eyJ${drawn(60)}.${drawn(43, URLSAFE)}`),
  'age key': () => glue('AGE-', `SECRET-KEY-1${drawn(58, DIGIT + UPPER)}`),
  'private key': () =>
    glue('-----BEGIN ', `RSA PRIVATE KEY-----\n${drawn(64)}\n${drawn(64)}\n-----END RSA PRIVATE KEY-----`),
  'okta token': () => `00${drawn(40, URLSAFE)}`,
  'datadog key without its name': () => drawn(32, HEX),
}

/** Known by the name beside them: the value may be anything. */
const NAMED =
  `password passwd pwd pw db_password userPassword PGPASSWORD new_password passphrase secret client_secret
   AWS_SECRET_ACCESS_KEY jwtSecret api_key apiKey x-api-key STRIPE_KEY OPENAI_KEY SENDGRID_KEY token
   access_token refreshToken auth_token csrf_token session_id sessionToken private_key AccountKey
   authorization_code code_verifier credentials otp_secret`.split(/\s+/)

/** How programs and people write a name with its value. */
const WRITTEN: ReadonlyArray<readonly [name: string, place: (name: string, value: string) => JsonObject]> = [
  ['log line', (name, value) => ({ message: `login failed for ada, ${name}: ${value}` })],
  ['form', (name, value) => ({ request: { data: `user=ada&${name}=${value}&remember=1` } })],
  [
    'python literal',
    (name, value) => ({ logentry: { message: `sent {'user': 'ada', '${name}': '${value}'}` } }),
  ],
  [
    'javascript literal',
    (name, value) => ({ extra: { dump: `config = { ${quoted(name)}: '${value}', retries: 3 }` } }),
  ],
  ['json in a text', (name, value) => ({ message: `body was {"user":"ada","${name}":"${value}"} (400)` })],
  ['member', (name, value) => ({ contexts: { form: { user: 'ada', [name]: value } } })],
  ['local variable', (name, value) => frame({ vars: { [name]: value, count: 3 } })],
  [
    'source line',
    (name, value) => frame({ context_line: `  const options = { ${quoted(name)}: "${value}" }` }),
  ],
  [
    'command line',
    (name, value) => ({ breadcrumbs: [{ message: `run sync --${name}=${value} --verbose` }] }),
  ],
  ['environment', (name, value) => ({ extra: { env: `HOME=/root\n${name}=${value}\nLANG=C` } })],
]

/** Where known shapes turn up. */
const PLACES: ReadonlyArray<readonly [name: string, place: (secret: string) => JsonObject]> = [
  [
    'message',
    (secret) => ({ exception: { values: [{ type: 'Error', value: `upstream refused ${secret} twice` }] } }),
  ],
  [
    'breadcrumb',
    (secret) => ({ breadcrumbs: [{ category: 'fetch', data: { url: `https://api.example/v1/${secret}` } }] }),
  ],
  ['source line', (secret) => frame({ pre_context: [`client = connect("${secret}")`] })],
  ['fingerprint', (secret) => ({ fingerprint: ['{{ default }}', secret] })],
  ['names', (secret) => ({ server_name: secret, logger: secret })],
]

/** Written as one, with the part of it that is the secret. */
function whole(): ReadonlyArray<readonly [name: string, secret: string, text: string]> {
  const word = () => drawn(14)
  return [
    word(),
    word(),
    word(),
    word(),
    word(),
    word(),
    word(),
    word(),
    word(),
    word(),
    word(),
    word(),
  ].flatMap((secret, index): Array<readonly [string, string, string]> => {
    const forms: ReadonlyArray<readonly [string, string]> = [
      ['database address', `postgres://shop:${secret}@db.internal:5432/shop`],
      ['token in an address', `https://${secret}@git.example/shop.git`],
      ['bearer', `curl -H "Authorization: Bearer ${secret}"`],
      ['cookie', `Cookie: theme=dark; sid=${secret}`],
      ['redirect', `https://app.example/callback?code=${secret}&state=${uuid()}`],
      ['signed link', `https://bucket.example/f.pdf?X-Amz-Signature=${secret}`],
      ['basic', `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`],
      ['ruby hash', `{"user"=>"ada", "password"=>"${secret}"}`],
      ['yaml', `database:\n  host: db\n  password: ${secret}\n`],
      ['connection string', `Server=db;User Id=sa;Password=${secret};Encrypt=true`],
      ['chat webhook', `https://hooks.slack.com/services/T${drawn(8, UPPER)}/B${drawn(8, UPPER)}/${secret}`],
      ['go', `cfg := Config{Password: "${secret}", Host: "db"}`],
    ]
    const [name, text] = forms[index]!
    const hidden = name === 'basic' ? text.slice(6) : secret
    return [[name, hidden, text]]
  })
}

function quoted(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`
}

function frame(over: JsonObject): JsonObject {
  const frames = [{ function: 'connect', filename: 'app.js', lineno: 3, ...over }]
  return { exception: { values: [{ type: 'Error', value: 'no', stacktrace: { frames } }] } }
}

/** Always the same cases, in the same order. */
export function secretCases(): readonly SecretCase[] {
  state = 20_261_116
  const shaped = Object.entries(SHAPED).flatMap(([name, draw]) =>
    PLACES.map(([place, put]) => {
      const secret = draw()
      return { name: `${name} in ${place}`, secret, payload: put(secret) }
    }),
  )
  const named = NAMED.flatMap((name) =>
    WRITTEN.map(([how, put]) => {
      const secret = drawn(13)
      return { name: `${name} in ${how}`, secret, payload: put(name, secret) }
    }),
  )
  const written = [...whole(), ...whole()].map(([name, secret, text], index) => {
    const payload: JsonObject = index % 2 === 0 ? { message: text } : { breadcrumbs: [{ message: text }] }
    return { name, secret, payload }
  })
  const pins = ['pin', 'PIN', 'card_pin', 'pinCode'].map((name) => {
    const secret = drawn(4, DIGIT)
    return {
      name: `${name} as a member`,
      secret,
      payload: { extra: { form: { [name]: secret } } },
    }
  })
  return [...shaped, ...named, ...written, ...pins]
}
