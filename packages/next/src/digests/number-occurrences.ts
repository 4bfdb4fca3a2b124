/** Without 0, 1, i, l and o, which look alike on a screenshot. Digits come first. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const DIGITS = 8
const LENGTH = 9
/** Digests of Next.js are decimal numbers: a letter keeps the two apart. */
const PREFIX = 'h'
const OWN = Symbol.for('hindcast.next.number-occurrences')

/**
 * Gives every error of this process a number of its own, so that an error page leads to one event instead of all events
 * of its kind. Next.js keeps a digest that an error already has; this adds one to `Error.prototype`, for all errors.
 */
export function numberOccurrences(): void {
  numberErrorsOf(Error.prototype)
}

export function numberErrorsOf(prototype: object): void {
  // Next.js can load the module that calls this more than once.
  if (OWN in prototype) return
  if ('digest' in prototype)
    throw new Error(
      '@hindcast/next: Error.prototype already has a `digest`; numberOccurrences() cannot add its own.',
    )
  if (!Object.isExtensible(prototype))
    throw new Error('@hindcast/next: Error.prototype is frozen; call numberOccurrences() before it is.')
  Object.defineProperties(prototype, {
    digest: { configurable: true, get: readDigest, set: keepDigest },
    [OWN]: { configurable: true, value: true },
  })
}

/** Frozen errors cannot keep their number themselves. */
const frozen = new WeakMap<object, string>()

function readDigest(this: object): string | undefined {
  // `TypeError.prototype` is no error: a number on it would be that of every TypeError.
  if (Object.hasOwn(this, 'constructor')) return undefined
  const known = frozen.get(this)
  if (known !== undefined) return known
  const number = newNumber()
  if (Object.isExtensible(this)) keepDigest.call(this, number)
  else frozen.set(this, number)
  return number
}

/** On the error itself, where logs show it. */
function keepDigest(this: object, value: unknown): void {
  Object.defineProperty(this, 'digest', { value, writable: true, enumerable: true, configurable: true })
}

/** Has a digit at once: that tells it from a word where it is looked up. */
function newNumber(): string {
  const random = crypto.getRandomValues(new Uint8Array(LENGTH))
  const letters = Array.from(
    random,
    (byte, index) => ALPHABET[byte % (index === 0 ? DIGITS : ALPHABET.length)],
  )
  return PREFIX + letters.join('')
}
