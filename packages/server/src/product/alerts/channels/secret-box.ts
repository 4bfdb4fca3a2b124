import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretBox } from '#domain/alerts/channel.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Says how it was sealed, for a version that does it otherwise. */
const PREFIX = 'a1.'

/** AES-256-GCM with a key made from the installation's secret: a copy of the records alone opens nothing. */
export function createSecretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'hindcast channels', 32))
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed) {
      if (!sealed.startsWith(PREFIX)) return undefined
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
        return Buffer.concat(opened).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
