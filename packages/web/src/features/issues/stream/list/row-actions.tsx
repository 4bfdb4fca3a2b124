import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { useLingui } from '@lingui/react/macro'
import { hasPermission } from '#product/session/permissions.ts'
import { IconButton } from '#ui/base/button.tsx'

/** What the keys do, for the pointer: over the end of the row under it. The list listens for `data-act`. */
export function RowActions({ issue: { status } }: { readonly issue: IssueSummary }) {
  const { t } = useLingui()
  const open = status === 'unresolved'
  const mayChange = hasPermission('event:write')
  return (
    <div
      role="gridcell"
      className="absolute inset-y-0 end-0 flex items-center gap-0.5 bg-hover px-(--gutter) group-aria-selected/row:bg-selected pointer-coarse:hidden"
    >
      {mayChange && open && (
        <>
          <IconButton tabIndex={-1} icon="check" label={t`Resolve`} data-act="resolve" />
          <IconButton tabIndex={-1} icon="mute" label={t`Ignore`} data-act="ignore" />
        </>
      )}
      {mayChange && !open && <IconButton tabIndex={-1} icon="undo" label={t`Reopen`} data-act="reopen" />}
      {mayChange && <IconButton tabIndex={-1} icon="person" label={t`Assign`} data-act="assign" />}
      <IconButton tabIndex={-1} icon="peek" label={t`Peek`} data-act="peek" />
    </div>
  )
}
