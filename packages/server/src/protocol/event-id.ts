import { randomUUID } from 'node:crypto'

const PLAIN = /^[0-9a-f]{32}$/
const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const NIL = '0'.repeat(32)

/** 32 lowercase hex digits, or undefined for what is no id. sentry-cli sends dashed ids, others upper case. */
export function normaliseEventId(id: unknown): string | undefined {
  if (typeof id !== 'string' || id.length < 32 || id.length > 36) return undefined
  const lower = id.toLowerCase()
  const plain = PLAIN.test(lower) ? lower : DASHED.test(lower) ? lower.replaceAll('-', '') : undefined
  return plain === NIL ? undefined : plain
}

export function generateEventId(): string {
  return randomUUID().replaceAll('-', '')
}
