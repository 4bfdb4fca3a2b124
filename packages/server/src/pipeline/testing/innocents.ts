import type { JsonObject } from '#domain/json.ts'

/** Texts that look a little like secrets or talk about them, and must stay as they are. */
const TEXTS: readonly string[] = [
  // Hashes, ids and numbers.
  ...[
    '3f2a9c1b7d',
    'e92dac4',
    '9fceb02d0ae598e95dc970b74767f19372d61af8',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  ],
  ...['550e8400-e29b-41d4-a716-446655440000', 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='],
  ...[
    'd41d8cd98f00b204e9800998ecf8427e',
    'order 1234567890123456 at 1794705930026',
    'trace 4bf92f3577b34da6a3ce929d0e0e4736',
  ],
  ...[
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'v1.2.3-rc.4+build.567',
    '+49 30 901820',
    '2026-11-16T01:02:03.456Z',
  ],
  ...[
    '#ff00aa',
    'color: #0a0b0c;',
    'background: rgba(0, 0, 0, 0.5)',
    'ISBN 978-3-16-148410-0',
    '192.168.178.20:8080',
    '::1',
    '0x7ffee4b2a9c0',
  ],
  // Errors as engines word them.
  ...[
    "Cannot read properties of undefined (reading 'token')",
    'Unexpected token < in JSON at position 0',
    'Unexpected token: punc ())',
  ],
  ...[
    "Unexpected token: '<'",
    'SyntaxError: Unexpected token: name (foo)',
    'can\'t access property "session", a is undefined',
    'Invalid token: expected }',
  ],
  ...[
    "TypeError: null is not an object (evaluating 'this.auth.user')",
    'ReferenceError: apiKey is not defined',
    "missing key: 'title'",
  ],
  ...[
    'password is required',
    'password: required',
    'password: must have 8 characters',
    'Password: incorrect',
    'password reset page not found',
  ],
  ...[
    'The password you entered is wrong.',
    'token expired',
    'token: expired',
    'Error: token: invalid',
    'token count: 5',
    'token: 5',
    'tokens: 4096',
  ],
  ...[
    'session: expired',
    'session timed out after 30 minutes',
    'Session not found',
    'cookie consent banner failed',
    'no cookies enabled',
  ],
  ...[
    'secret santa page crashed',
    'secret: true',
    'auth: failed',
    'auth failed: timeout',
    'Authorization failed for user 42',
    'csrf: token mismatch',
  ],
  ...[
    'basic functionality and bearer authentication are documented',
    'Bearer of bad news',
    'Basic usage of the widget',
    'credentials: include',
  ],
  ...[
    'code: 404',
    'code=404',
    'error code: ECONNREFUSED',
    'code: ERR_NETWORK',
    'exit code: 137',
    'code: auth/too-many-requests',
    'status code=503&retry=1',
  ],
  ...[
    'pin the version to 3',
    'pin: map-marker',
    'pinned=true',
    'PIN pad disconnected',
    'spinning up',
    'the pin is required',
    'zip code: 10115',
    'country code: DE',
  ],
  ...[
    'key: value',
    'key=value',
    'ada@example.com wrote: key=value',
    'primary key: id',
    'Duplicate entry for key: PRIMARY',
    'press any key: timeout',
  ],
  ...[
    'keyboard shortcut failed',
    'tokenizer: o200k_base',
    'tokenization took 5 ms',
    'monkey=patched',
    'hotkey: ctrl+k',
    'sort_key=created_at',
    'partitionKey: 7',
  ],
  ...[
    'passenger: Ada',
    'passport: required',
    'bypass=1',
    'compass: north',
    'author: Ada',
    'authority: example.com',
    'authored_by=ada',
    'pass: 12, fail: 3',
  ],
  ...[
    'secretary: Ada',
    'max_tokens=512',
    'next_page_token=',
    'password_length=12',
    'passwordStrength: weak',
    'session_count=3',
    'token_type=bearer',
  ],
  ...[
    'grant_type=password',
    'type="password"',
    '<input type="password" name="password">',
    'autocomplete="current-password"',
    'label[for="token"]',
  ],
  // Addresses, routes and files.
  ...[
    'https://shop.example/cart?page=2&sort=price',
    'https://0123456789abcdef0123456789abcdef@sentry.example/1',
    '/reset-password/step-2',
  ],
  ...[
    'https://cdn.example/npm/react@18.2.0/umd/react.production.min.js',
    'https://medium.example/@ada/on-tokens',
    'ssh://git@git.example/shop.git',
  ],
  ...[
    '/api/v1/tokens/:id',
    '/auth/[...nextauth]',
    'GET /sessions/new',
    'webpack-internal:///(rsc)/./app/page.tsx',
    'file:///srv/app/auth/token.ts:12:5',
  ],
  ...[
    'at mountIndeterminateComponent (https://shop.example/assets/index-BX3kD9aZ.js:12:34)',
    'at async Session.run (node:internal/auth:10:5)',
  ],
  ...[
    'app/password_resets_controller.rb:42:in `create',
    'node_modules/jsonwebtoken/verify.js',
    'C:\\Users\\ada\\keys\\readme.txt',
    'mailto:ada@example.com',
  ],
  ...[
    'https://shop.example/#/settings/password',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4',
    'blob:https://shop.example/9115d58c',
  ],
  ...[
    'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn/inpage.js',
    'urn:uuid:550e8400-e29b-41d4-a716-446655440000',
    'tel:+4930901820',
  ],
  // Agents, code, styles.
  ...[
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
  ],
  ...[
    'const password = login(password, token)',
    'if (token === undefined) return',
    'token == null',
    'password !== confirm',
    'return { token }',
  ],
  ...[
    'const token = req.headers.authorization',
    'let apiKey = process.env.API_KEY',
    'password = os.environ["DB_PASSWORD"]',
    'token = getToken()',
  ],
  ...[
    'function setPassword(password) {',
    'user.password = await hash(password)',
    'type Token = string',
    'token: string;',
    'password?: string',
    'secret: z.string()',
  ],
  ...[
    'interface Session { token: string; user: User }',
    'SELECT password FROM users WHERE id = $1',
    'UPDATE users SET password = ? WHERE id = ?',
  ],
  ...[
    'import { token } from "./token.ts"',
    'export const SESSION_KEY = Symbol("session")',
    'throw new Error("no token")',
    'expect(token).toBe(null)',
  ],
  ...[
    '.password-field { color: red; width: 10px }',
    '--token-color: #fff;',
    'content: "→";',
    '@media (min-width: 640px)',
    'grid-template-areas: "a b"',
  ],
  ...[
    '!function(e,t){"object"==typeof exports?t(exports):t(e.x={})}(this,function(e){})',
    'var a=function(t){return t.key},n=e.token;',
    't.exports=n(4)',
  ],
  ...[
    '${token}',
    'token=${token}',
    'password={{ password }}',
    'Authorization header missing',
    'password: <hidden>',
    'password=***',
    'token=[Filtered]',
  ],
  ...[
    'password: "Passwort"',
    "password: 'Enter your password'",
    "placeholder: 'Your secret question'",
    'label: "API key"',
    'title="Session expired"',
  ],
  ...[
    'eyJ is how base64 of JSON starts',
    'eyJhbGciOi',
    'eyJ.eyJ.x',
    'sk-loading-indicator-wrapper-inner',
    'gh-pages',
    'xoxo',
    'AKIA is a prefix',
    'npm_config_registry',
  ],
  ...[
    'hf_hub_download',
    'pk_live is public',
    'SG.example',
    'rk_test',
    'key-value-store-adapter',
    'glpat',
    'whsec',
    'patience',
    'SKU 4711',
    'dapifull',
  ],
  ...[
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor',
    'Größe: 42',
    'ключ: значение',
    '価格: 1200',
    '🔑: missing',
  ],
  ...[
    'a=1; b=2; theme=dark',
    'x=y=z',
    'a:b:c',
    'k1=v1&k2=v2',
    'Accept: */*',
    'Content-Type: application/json',
    'Cache-Control: no-cache',
    'ETag: "33a64df5"',
  ],
  ...[
    'X-Request-Id: 7b1c',
    'Host: shop.example',
    'utm_source=mail&utm_campaign=reset',
    'lang=en&redirect=/password',
    'q=how+to+reset+password',
    'sig: ok',
  ],
  ...[
    'retry in 5s: rate limited',
    'warning: unused variable `secret`',
    'note: passwords are hashed',
    'Deprecated: session.save() is going away',
    'INFO auth: user 42 signed in',
  ],
]

const PLACES: ReadonlyArray<readonly [name: string, place: (text: string) => JsonObject]> = [
  ['message', (text) => ({ exception: { values: [{ type: 'Error', value: text }] } })],
  ['source line', (text) => ({ stacktrace: { frames: [{ filename: 'a.ts', context_line: text }] } })],
]

/** Members whose names or values only sound like it. */
const MEMBERS: readonly JsonObject[] = [
  { code: 404 },
  { code: 'ERR_NETWORK' },
  { code: 'auth/invalid-email' },
  { code: 'P2002' },
  { pin: 'map-marker' },
  { pinned: true },
  { hasToken: true },
  { token: null },
  { tokens: 512 },
  { token_count: 5 },
  { max_tokens: 4096 },
  { password: '' },
  { passwordRequired: true },
  { password_length: 12 },
  { session_count: 3 },
  { author: 'Ada' },
  { authMethod: 'oauth' },
  { publicKey: 'pk' },
  { primary_key: 'id' },
  { keyboard: 'qwertz' },
  { cardinality: 12 },
  { cookiesEnabled: true },
  { zipCode: '10115' },
  { countryCode: 'DE' },
  { tokenizer: 'o200k_base' },
  { passenger: 'Ada' },
]

export interface InnocentCase {
  readonly name: string
  readonly payload: JsonObject
}

export function innocentCases(): readonly InnocentCase[] {
  const texts = TEXTS.flatMap((text) =>
    PLACES.map(([place, put]) => ({ name: `${text} in ${place}`, payload: put(text) })),
  )
  const members = MEMBERS.map((member) => ({
    name: JSON.stringify(member),
    payload: { extra: { a: member } },
  }))
  return [...texts, ...members]
}
