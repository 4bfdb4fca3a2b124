/** Digests with which Next.js steers itself: redirects, missing pages, stopped prerenders. No error page shows one. */
const CONTROL_FLOW =
  /^(?:NEXT_|DYNAMIC_SERVER_USAGE|BAILOUT_TO_CLIENT_SIDE_RENDERING|HANGING_PROMISE_REJECTION)/

/** The SDK and servers cut longer tags, and a cut digest finds nothing. */
const LONGEST = 200

export interface Digest {
  /** What an error page shows: `ERROR 1170966708`. */
  readonly text: string
  /** The error steers Next.js and is not shown to anybody. */
  readonly isControlFlow: boolean
}

/** The digest that an error already has. */
export function digestOf(thrown: unknown): Digest | undefined {
  const text = isObject(thrown) ? thrown['digest'] : undefined
  if (typeof text !== 'string' || text === '' || text.length > LONGEST) return undefined
  return { text, isControlFlow: CONTROL_FLOW.test(text) }
}

/** The digest that Next.js will give to what a server component or action threw. Of other values it hashes a stack that is not there yet. */
export function predictDigest(thrown: unknown): string | undefined {
  if (typeof thrown === 'string') return hashText(thrown)
  // As Next.js recognises errors: on the edge they can be of another realm, where `instanceof` is false.
  if (!isObject(thrown) || !('name' in thrown) || !('message' in thrown)) return undefined
  return hashText(`${thrown['message'] as string}${(thrown['stack'] ?? '') as string}`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The hash of npm’s `string-hash`, which Next.js uses: 33 times the sum so far, xor the next character, from the end. */
export function hashText(text: string): string {
  let hash = 5381
  for (let index = text.length - 1; index >= 0; index -= 1) hash = (hash * 33) ^ text.charCodeAt(index)
  return String(hash >>> 0)
}
