import { createHash } from 'node:crypto'

/** A public link to one issue. */
export interface ShareLink {
  readonly id: string
  readonly issueId: string
  readonly createdBy: string | undefined
  readonly createdAt: number
  /** Undefined: it works until it is revoked. */
  readonly expiresAt: number | undefined
  readonly lastOpenedAt: number | undefined
}

/** A plain hash is enough: 192 random bits cannot be guessed. */
export function hashShareToken(token: string): string {
  return createHash('sha256').update(`share ${token}`).digest('hex')
}
