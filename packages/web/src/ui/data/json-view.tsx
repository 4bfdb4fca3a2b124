import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo, useState } from 'react'
import { INPUT } from '#ui/forms/text-field.tsx'

const MOST_FOUND = 200

/** Any JSON as text, and what is found in it as paths with their values. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed).trim().toLowerCase()
  const text = useMemo(() => JSON.stringify(value, null, 2), [value])
  const leaves = useMemo(() => leavesOf(value), [value])
  const found =
    wanted === '' ? [] : leaves.filter(([path, leaf]) => `${path}: ${leaf}`.toLowerCase().includes(wanted))
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          className={`${INPUT} max-w-72`}
          value={typed}
          placeholder={t`Search names and values`}
          aria-label={t`Search in ${label}`}
          onChange={({ target }) => setTyped(target.value)}
        />
        <span className="text-meta text-subtle" role="status">
          {wanted === '' ? '' : t`${plural(found.length, { one: '# match', other: '# matches' })}`}
        </span>
      </div>
      {wanted === '' ? (
        <pre
          className="code max-h-[70vh] overflow-auto rounded-control border border-line bg-code p-3 wrap-normal"
          tabIndex={0}
          role="group"
          aria-label={label}
        >
          {text}
        </pre>
      ) : (
        <ul className="grid gap-1">
          {found.slice(0, MOST_FOUND).map(([path, leaf]) => (
            <li key={path} className="code break-all">
              <span className="text-subtle">{path}</span> <span>{leaf}</span>
            </li>
          ))}
          {found.length === 0 && (
            <li className="text-muted">
              <Trans>No matches.</Trans>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** Every value of a JSON document with its path, for searching. */
export function leavesOf(value: unknown, path = ''): ReadonlyArray<readonly [path: string, text: string]> {
  if (typeof value !== 'object' || value === null) return [[path, JSON.stringify(value) ?? 'null']]
  const entries = Object.entries(value)
  if (entries.length === 0) return [[path, Array.isArray(value) ? '[]' : '{}']]
  return entries.flatMap(([key, child]) => leavesOf(child, path === '' ? key : `${path}.${key}`))
}
