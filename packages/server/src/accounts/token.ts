import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'hct_'
const LENGTH = 40
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The prefix lets secret scanners find a token that leaked into a repository. */
export function mintToken(): { readonly secret: string; readonly hash: string } {
  const secret = PREFIX + base62(LENGTH)
  return { secret, hash: hashToken(secret) }
}

/** For one-time links. No prefix for secret scanners: they do not end up in repositories. */
export function mintSecret(): { readonly secret: string; readonly hash: string } {
  const secret = base62(LENGTH)
  return { secret, hash: hashToken(secret) }
}

/** A plain hash is enough: unlike a password, 238 random bits cannot be guessed. */
export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Undefined where no bearer token is sent; text that cannot be one of ours matches none and costs no look-up. */
export function bearerToken(headers: Headers): { readonly secret: string | undefined } | undefined {
  const match = /^Bearer (.*)$/i.exec(headers.get('authorization') ?? '')
  if (!match) return undefined
  const secret = match[1]!.trim()
  return { secret: /^hct_[0-9A-Za-z]{40}$/.test(secret) ? secret : undefined }
}

function base62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Taking the remainder of all 256 values would make the first eight letters more likely.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}
