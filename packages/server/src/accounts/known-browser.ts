import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const NAME = 'hindcast.known_browser'
const YEAR_SECONDS = 365 * 86_400

/**
 * A browser that has signed in to the account before has its own limit, so that password guessing from the same
 * address does not lock its users out. The cookie grants nothing.
 */
export interface KnownBrowsers {
  /** The ID of this browser, if it has signed in to this account before. */
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
