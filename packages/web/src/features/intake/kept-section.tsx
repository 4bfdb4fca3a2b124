import type { Intake } from '@hindcast/contract/intake/intake.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Panel } from '#ui/layout/panel.tsx'
import { useCategoryName } from './outcome-words.ts'

type Kept = Intake['kept'][number]

/** What an earlier version could only keep is read after an upgrade; who waits for old traces sees how far that is. */
export function KeptSection({ kept }: { readonly kept: readonly Kept[] }) {
  if (kept.length === 0) return null
  return (
    <Panel title={<Trans>Stored by an earlier version</Trans>}>
      <p className="px-3 pt-2 text-muted">
        <Trans>Hindcast is reading data that it could only store before this upgrade.</Trans>
      </p>
      <ul className="grid gap-2 p-3">
        {kept.map((one) => (
          <KeptRow key={one.itemType} kept={one} />
        ))}
      </ul>
    </Panel>
  )
}

function KeptRow({ kept: { itemType, category, read, left, done } }: { readonly kept: Kept }) {
  const { i18n } = useLingui()
  const nameOf = useCategoryName()
  const id = useId()
  const total = read + left
  return (
    <li className="grid grid-cols-[minmax(8rem,14rem)_1fr_auto] items-center gap-3 max-phone:grid-cols-1 max-phone:gap-1">
      <span id={id}>
        {nameOf(category)} <code className="text-muted">{itemType}</code>
      </span>
      <progress
        className="h-1.5 w-full accent-accent"
        aria-labelledby={id}
        max={Math.max(1, total)}
        value={read}
      />
      <span className="text-muted tabular-nums">
        {done && left === 0 && <Trans>All {i18n.number(read)} read</Trans>}
        {done && left > 0 && (
          <Trans>
            {i18n.number(read)} read, {i18n.number(left)} unreadable
          </Trans>
        )}
        {!done && (
          <Trans>
            {i18n.number(read)} of {i18n.number(total)} read
          </Trans>
        )}
      </span>
    </li>
  )
}
