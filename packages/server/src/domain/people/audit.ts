/** The actor. Names are stored with the entry, so that it stays readable after they leave. */
export interface Actor {
  readonly kind: 'user' | 'token' | 'command_line' | 'system'
  readonly id?: string | undefined
}

export const COMMAND_LINE: Actor = { kind: 'command_line' }
export const SYSTEM: Actor = { kind: 'system' }

export const AUDIT_KINDS = [
  'organization',
  'member',
  'invitation',
  'team',
  'project',
  'key',
  'token',
  'alert',
  'channel',
  'view',
  'share',
  'release',
  'account',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

export const AUDIT_VERBS = ['created', 'changed', 'deleted', 'revoked', 'accepted', 'joined', 'left'] as const
export type AuditVerb = (typeof AUDIT_VERBS)[number]

export interface AuditEntry {
  readonly organizationId: string
  readonly at: number
  readonly actor: Actor & { readonly name: string }
  readonly verb: AuditVerb
  readonly target: {
    readonly kind: AuditKind
    readonly id?: string | undefined
    readonly name: string
  }
  /** Changed fields before and after; for secrets only that they changed. */
  readonly before?: Fields | undefined
  readonly after?: Fields | undefined
}

export type Fields = Readonly<Record<string, unknown>>

const SECRET = /secret|password|passphrase|token|hash|signature|authorization|cookie|credential/i
const HIDDEN = '[hidden]'

/** Only what differs: a line that repeats forty settings hides the one that was changed. */
export function difference(
  before: Fields | undefined,
  after: Fields | undefined,
): { readonly before: Fields | undefined; readonly after: Fields | undefined } {
  if (before === undefined || after === undefined) {
    return { before: before && withoutSecrets(before), after: after && withoutSecrets(after) }
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const part = (of: Fields) =>
    withoutSecrets(Object.fromEntries(names.map((name) => [name, of[name] ?? null])))
  return { before: part(before), after: part(after) }
}

function withoutSecrets(fields: Fields): Fields {
  return hideIn(fields) as Fields
}

function hideIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isSecret = SECRET.test(name) && typeof inner === 'string'
      return [name, isSecret ? HIDDEN : hideIn(inner)]
    }),
  )
}
