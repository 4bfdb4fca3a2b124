import type { AuditEntry } from '@hindcast/contract/people/audit.ts'
import { Trans } from '@lingui/react/macro'
import { Badge, type Tone } from '#ui/data/badge.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { changesOf, useActorName, useKinds, useVerbs, type FieldChange } from './audit-words.ts'

const TONES: Readonly<Record<string, Tone>> = {
  created: 'success',
  joined: 'success',
  accepted: 'success',
  deleted: 'error',
  revoked: 'error',
  left: 'warning',
}

/** Actor, action and object, with the changed fields below. */
export function AuditLine({ entry }: { readonly entry: AuditEntry }) {
  const actor = useActorName()(entry.actor)
  const verb = useVerbs()[entry.verb] ?? entry.verb
  const kind = useKinds()[entry.target.kind] ?? entry.target.kind
  const changes = changesOf(entry)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-strong">{actor}</span>
        <Badge tone={TONES[entry.verb] ?? 'plain'}>{verb}</Badge>
        <span className="text-muted">{kind}</span>
        <span className="min-w-0 font-strong">{entry.target.name}</span>
        <span className="ms-auto text-meta whitespace-nowrap text-subtle">
          <Timestamp at={entry.at} />
        </span>
      </div>
      {changes.length > 0 && (
        <dl className="grid gap-x-4 gap-y-0.5 text-meta phone:grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)]">
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </dl>
      )}
    </li>
  )
}

function Change({ change: { field, before, after } }: { readonly change: FieldChange }) {
  return (
    <div className="contents">
      <dt className="code text-subtle">{field}</dt>
      <dd className="code min-w-0">
        {before !== undefined && (
          <del className="text-muted decoration-line-strong">
            <span className="sr-only">
              <Trans>before:</Trans>{' '}
            </span>
            {before}
          </del>
        )}
        {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
        {after !== undefined && (
          <ins className="no-underline">
            <span className="sr-only">
              <Trans>after:</Trans>{' '}
            </span>
            {after}
          </ins>
        )}
      </dd>
    </div>
  )
}
