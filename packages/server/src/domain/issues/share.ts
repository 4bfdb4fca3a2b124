import { createHash } from 'node:crypto'

/** A link that shows one issue to whoever has it. */
export interface ShareLink {
  readonly id: string
  readonly issueId: string
  readonly createdBy: string | undefined
  readonly createdAt: number
  /** Undefined: it works until it is revoked. */
  readonly expiresAt: number | undefined
  readonly lastOpenedAt: number | undefined
}

/** A plain hash is enough: nobody can guess 192 random bits. */
export function hashShareToken(token: string): string {
  return createHash('sha256').update(`share ${token}`).digest('hex')
}
