import type { Json } from '#domain/json.ts'

/** Opaque and long: what a server hands out as a code, and no name of an error. */
const OPAQUE = /^(?=[^\s]{10,})(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w./~+=%-]+$/i
/** `ERR_INVALID_ARG_2`, `auth/too-many-requests`, `P2002`, `shop-4711`. */
const NAMED_CODE = /^[A-Z][A-Z0-9_]+$|^[a-z]+(?:[/_-][a-z0-9]+)+$/

/** Some keys name a secret only if the value can be one: `code` is an error's far more often than OAuth's. */
export function holdsSecret(rule: string, value: Json): boolean {
  if (rule === 'pin') {
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && /^\d{3,12}$/.test(text)
  }
  if (rule === 'oauth code') return typeof value === 'string' && OPAQUE.test(value) && !NAMED_CODE.test(value)
  return true
}
