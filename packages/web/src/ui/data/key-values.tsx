import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LongText } from './long-text.tsx'

type Entry = readonly [key: string, value: unknown]

interface Props {
  readonly entries: readonly Entry[]
}

/** What a sender sent under which name; lists and objects unfold in place. */
export function KeyValues({ entries }: Props) {
  return (
    <dl className="grid min-w-0 grid-cols-[fit-content(11rem)_minmax(0,1fr)] gap-x-3 gap-y-1 max-phone:grid-cols-1 max-phone:gap-y-0">
      {entries.map(([key, value], index) => (
        <div key={`${index} ${key}`} className="contents">
          <dt className="min-w-20 text-subtle max-phone:mt-1">{key}</dt>
          <dd className="min-w-0">
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value }: { readonly value: unknown }) {
  if (typeof value === 'string' && value !== '') return <LongText text={value} />
  if (typeof value === 'object' && value !== null) return <Nested value={value} />
  return <span className="code text-muted">{value === '' ? '""' : String(value)}</span>
}

/** Children are rendered when expanded, because events may contain the state of a whole app. */
function Nested({ value }: { readonly value: object }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const entries = Object.entries(value)
  const count = entries.length
  if (count === 0) return <span className="code text-muted">{Array.isArray(value) ? '[]' : '{}'}</span>
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="code w-fit min-h-6 rounded-control py-0.5 pe-1 text-muted hover:text-fg">
        {Array.isArray(value)
          ? t`${plural(count, { one: 'List of # entry', other: 'List of # entries' })}`
          : t`${plural(count, { one: 'Object with # key', other: 'Object with # keys' })}`}
      </summary>
      {open && (
        <div className="border-s border-line ps-3">
          <KeyValues entries={entries} />
        </div>
      )}
    </details>
  )
}
