/*
 * Keys and tokens that are known by what they look like, wherever they stand: a prefix that the issuer chose so that it
 * can be found, and a run of characters behind it. The table follows what the issuers document and what gitleaks and
 * secretlint look for (docs/decisions/0014-secrets-are-found-by-a-table-of-shapes.md). All of them are searched in one pass.
 */

export interface Shape {
  readonly rule: string
  readonly prefix: string
  readonly alphabet: Alphabet
  /** Characters behind the prefix. */
  readonly least: number
}

type Alphabet = Uint8Array

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const HEX = alphabet(`${DIGITS}abcdefABCDEF`)
const CAPITALS = alphabet(DIGITS + UPPER)
const ALNUM = alphabet(DIGITS + LOWER + UPPER)
const WORD = alphabet(`${DIGITS}${LOWER}${UPPER}_`)
const DASHED = alphabet(`${DIGITS}${LOWER}${UPPER}_-`)
const DOTTED = alphabet(`${DIGITS}${LOWER}${UPPER}_-.`)
const TILDED = alphabet(`${DIGITS}${LOWER}${UPPER}_-.~`)
const BASE64 = alphabet(`${DIGITS}${LOWER}${UPPER}_-+/=.`)

/** `prefix prefix …`, the alphabet behind them, and how many characters of it there are at least. */
const TABLE: ReadonlyArray<readonly [rule: string, prefixes: string, alphabet: Alphabet, least: number]> = [
  ['hindcast token', 'hct_', ALNUM, 16],
  ['aws key', 'AKIA ASIA ABIA ACCA', CAPITALS, 16],
  ['google key', 'AIza', DASHED, 35],
  ['google token', 'ya29. GOCSPX-', DASHED, 20],
  ['stripe key', 'sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_', WORD, 10],
  ['webhook secret', 'whsec_', BASE64, 16],
  ['square token', 'sq0atp- sq0csp- sq0idp-', DASHED, 20],
  ['square token', 'EAAAE EAAAl', DASHED, 55],
  [
    'payment key',
    'rzp_live_ rzp_test_ FLWSECK_TEST- FLWSECK- shippo_live_ shippo_test_ EZAK EZTK',
    ALNUM,
    14,
  ],
  ['paypal token', 'access_token$production$ access_token$sandbox$', alphabet(`${DIGITS}${LOWER}$`), 40],
  ['github token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', WORD, 20],
  [
    'gitlab token',
    'glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- glffct- gloas-',
    DASHED,
    16,
  ],
  ['gitlab token', 'GR1348941', DASHED, 18],
  ['atlassian token', 'ATATT3 ATCTT3 ATBB', BASE64, 20],
  ['slack token', 'xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-', DASHED, 12],
  ['package registry token', 'npm_', WORD, 36],
  ['package registry token', 'pypi- rubygems_ dckr_pat_ dckr_oat_ CLOJARS_ oy2 AKCp', DASHED, 26],
  ['mail service key', 'SG.', DOTTED, 33],
  ['mail service key', 'xkeysib- xsmtpsib- key-', HEX, 32],
  ['mail service key', 're_', WORD, 30],
  ['twilio key', 'SK', HEX, 32],
  ['ai service key', 'sk-', DASHED, 20],
  ['ai service key', 'hf_ r8_ gsk_ pplx- xai- tgp_v1_ jina_ lsv2_pt_ lsv2_sk_', DASHED, 30],
  ['hosting token', 'dop_v1_ doo_v1_ dor_v1_', WORD, 32],
  ['hosting token', 'HRKU- fo1_ fm1_ fm2_ fm1r_ nfp_ nfc_ vcp_ vck_ rnd_', BASE64, 20],
  ['database token', 'sbp_ sb_secret_ pscale_tkn_ pscale_pw_ pscale_oauth_', DASHED, 30],
  ['database token', 'napi_', ALNUM, 40],
  ['database token', 'dapi', HEX, 32],
  ['shopify token', 'shpat_ shpca_ shppa_ shpss_', WORD, 20],
  ['workspace token', 'lin_api_ lin_oauth_ ntn_ secret_', ALNUM, 30],
  ['workspace token', 'figd_ figo_ PMAK- CFPAT- tfp_', DASHED, 30],
  ['airtable token', 'pat', DOTTED, 70],
  ['monitoring token', 'sntrys_ sntryu_ sntryi_ sntrya_', BASE64, 16],
  [
    'monitoring token',
    'glsa_ glc_ NRAK- NRII- NRRA- dt0c01. dt0s01. phx_ phs_ sgp_ squ_ sqp_ sqa_',
    DOTTED,
    24,
  ],
  ['vault token', 'hvs. hvb. hvr. dp.pt. dp.st. dp.ct. dp.sa. pul- ops_eyJ', BASE64, 20],
  ['vault token', 'AGE-SECRET-KEY-1', CAPITALS, 50],
  ['cloud key', 'LTAI AKID AQVN', DASHED, 20],
  ['chat token', 'EAAC EAAG EAAB', ALNUM, 60],
  ['map service token', 'sk.eyJ', DOTTED, 40],
]

/** By the first character of the prefix. */
const SHAPES: ReadonlyMap<number, readonly Shape[]> = Map.groupBy(
  TABLE.flatMap(([rule, prefixes, letters, least]) =>
    prefixes.split(' ').map((prefix): Shape => ({ rule, prefix, alphabet: letters, least })),
  ),
  ({ prefix }) => prefix.charCodeAt(0),
)

const JWT = 'eyJ'
const JWT_HEAD = 17
const JWT_BODY = 8

/** Where a token ends and which it is. */
export interface FoundShape {
  readonly end: number
  readonly rule: string
}

/**
 * The text with every known token replaced. Linear: what decides is a fixed number of characters behind a prefix, what
 * is replaced is not looked at again, and the end of a run is found once for all candidates inside of it.
 */
export function scrubShapes(text: string, note: (rule: string) => string): string {
  let out = ''
  let done = 0
  let runEnd = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!has(DASHED, code)) continue
    if (at > 0 && has(WORD, text.charCodeAt(at - 1))) continue
    if (at >= runEnd) runEnd = endOf(text, at, DASHED)
    const found = shapeAt(text, at, code) ?? webToken(text, at, runEnd) ?? otherShape(text, at, runEnd)
    if (found === undefined) continue
    out += text.slice(done, at) + note(found.rule)
    done = found.end
    at = done - 1
  }
  return done === 0 ? text : out + text.slice(done)
}

function shapeAt(text: string, at: number, code: number): FoundShape | undefined {
  for (const { rule, prefix, alphabet: letters, least } of SHAPES.get(code) ?? []) {
    if (!text.startsWith(prefix, at)) continue
    const start = at + prefix.length
    if (!isRun(text, start, letters, least) || !isDrawn(text, start, least)) continue
    return { end: endOf(text, start, letters), rule }
  }
  return undefined
}

/** Three parts of base64 with dots between them, of which the first is a JSON object. */
function webToken(text: string, at: number, runEnd: number): FoundShape | undefined {
  if (!text.startsWith(JWT, at) || runEnd - at < JWT_HEAD || text[runEnd] !== '.') return undefined
  if (!isRun(text, runEnd + 1, DASHED, JWT_BODY)) return undefined
  const second = endOf(text, runEnd + 1, DASHED)
  return { end: text[second] === '.' ? endOf(text, second + 1, DASHED) : second, rule: 'json web token' }
}

function otherShape(text: string, at: number, runEnd: number): FoundShape | undefined {
  return chatToken(text, at, runEnd) ?? mailToken(text, at, runEnd) ?? azureSecret(text, at)
}

/** `0123…-us12` of Mailchimp: 32 digits and the place of its servers. */
function mailToken(text: string, at: number, runEnd: number): FoundShape | undefined {
  const length = runEnd - at
  if (length < 36 || length > 37 || !text.startsWith('-us', at + 32) || !isRun(text, at, HEX, 32))
    return undefined
  return { end: runEnd, rule: 'mail service key' }
}

/** `abc8Q~…` of Azure. */
function azureSecret(text: string, at: number): FoundShape | undefined {
  if (!text.startsWith('Q~', at + 4) || !isRun(text, at + 6, TILDED, 31)) return undefined
  return { end: endOf(text, at + 6, TILDED), rule: 'azure secret' }
}

/** `123456789:AA…` of Telegram and `MTA….Gx….…` of Discord. */
function chatToken(text: string, at: number, runEnd: number): FoundShape | undefined {
  const length = runEnd - at
  if (length >= 8 && length <= 10 && text.startsWith(':AA', runEnd) && isRun(text, runEnd + 3, DASHED, 30)) {
    return { end: endOf(text, runEnd + 3, DASHED), rule: 'chat token' }
  }
  if (length < 24 || length > 28 || text[runEnd] !== '.' || !'MNO'.includes(text[at]!)) return undefined
  const second = runEnd + 1
  if (text[second + 6] !== '.' || !isRun(text, second, DASHED, 6)) return undefined
  if (!isRun(text, second + 7, DASHED, 27)) return undefined
  return { end: endOf(text, second + 7, DASHED), rule: 'chat token' }
}

function isRun(text: string, start: number, letters: Alphabet, least: number): boolean {
  if (start + least > text.length) return false
  for (let at = start; at < start + least; at++) if (!has(letters, text.charCodeAt(at))) return false
  return true
}

/** Made by a machine: it has a digit, or capitals beside small letters. `sk-loading-indicator-wrapper` has neither. */
function isDrawn(text: string, start: number, least: number): boolean {
  let kinds = 0
  for (let at = start; at < start + least; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) return true
    if (code >= 0x41 && code <= 0x5a) kinds |= 1
    if (code >= 0x61 && code <= 0x7a) kinds |= 2
  }
  return kinds === 3
}

function endOf(text: string, start: number, letters: Alphabet): number {
  let end = start
  while (end < text.length && has(letters, text.charCodeAt(end))) end++
  return end
}

function has(letters: Alphabet, code: number): boolean {
  return code < 128 && letters[code] === 1
}

function alphabet(characters: string): Alphabet {
  const letters = new Uint8Array(128)
  for (const character of characters) letters[character.charCodeAt(0)] = 1
  return letters
}
