import type { AuditEntry } from '@hindcast/contract/people/audit.ts'
import { useLingui } from '@lingui/react/macro'

type Words = Readonly<Record<string, string>>

/** Word of a kind of thing; one of a later version keeps its name. */
export function useKinds(): Words {
  const { t } = useLingui()
  return {
    organization: t`organization`,
    member: t`member`,
    invitation: t`invitation`,
    team: t`team`,
    project: t`project`,
    key: t`key`,
    token: t`token`,
    alert: t`alert`,
    channel: t`channel`,
    view: t`saved view`,
    share: t`share link`,
    release: t`release`,
    account: t`account`,
  }
}

export function useVerbs(): Words {
  const { t } = useLingui()
  return {
    created: t`created`,
    changed: t`changed`,
    deleted: t`deleted`,
    revoked: t`revoked`,
    accepted: t`accepted`,
    joined: t`joined`,
    left: t`left`,
  }
}

export function useActorName(): (actor: AuditEntry['actor']) => string {
  const { t } = useLingui()
  return ({ kind, name }) => {
    if (kind === 'command_line') return t`Command line`
    if (kind === 'system') return 'Hindcast'
    if (kind === 'token') return t`Token ${name}`
    return name || t`Removed member`
  }
}

export interface FieldChange {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** What differs, field by field, in the order of the line; what never was anything is not worth one. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changes = fields.map((field) => ({
    field,
    before: before === null ? undefined : valueText(before[field]),
    after: after === null ? undefined : valueText(after[field]),
  }))
  return changes.filter(
    (change) => (change.before ?? NOTHING) !== NOTHING || (change.after ?? NOTHING) !== NOTHING,
  )
}

const NOTHING = '–'

const LONGEST = 500

/** A whole set of rules is in the log, but not on the line. */
function valueText(value: unknown): string {
  const text = wholeText(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function wholeText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING
  if (typeof value === 'string') return value === '' ? '“”' : value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.length === 0 ? NOTHING : value.join(', ')
  }
  return JSON.stringify(value)
}
