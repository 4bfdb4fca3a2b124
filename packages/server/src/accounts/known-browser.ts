import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const NAME = 'hindcast.known_browser'
const YEAR_SECONDS = 365 * 86_400

/**
 * A browser that has signed in to an account before is counted by itself: whoever tries passwords from the same address
 * must not lock out the people who sit behind it. The cookie opens nothing.
 */
export interface KnownBrowsers {
  /** What tells this browser apart, if it has signed in to this account before. */
  of(headers: Headers, email: string): string | undefined
  cookieFor(email: string, secure: boolean): string
}

export function createKnownBrowsers(secret: string): KnownBrowsers {
  const sign = (email: string, id: string) =>
    createHmac('sha256', secret).update(`known browser ${id} ${email}`).digest('base64url')
  return {
    of(headers, email) {
      const value = cookieOf(headers.get('cookie') ?? '', NAME)
      const [id, signature] = value?.split('.') ?? []
      if (id === undefined || signature === undefined) return undefined
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(email, id))]
      return given.length === right.length && timingSafeEqual(given, right) ? id : undefined
    },
    cookieFor(email, secure) {
      const id = randomBytes(16).toString('base64url')
      const flags = `Max-Age=${YEAR_SECONDS}; Path=/api/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
      return `${NAME}=${id}.${sign(email, id)}; ${flags}`
    },
  }
}

function cookieOf(header: string, name: string): string | undefined {
  const found = header.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}
