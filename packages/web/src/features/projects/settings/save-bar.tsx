import { useLingui } from '@lingui/react/macro'
import { fieldErrorsOf } from '#lib/api/field-errors.ts'
import { usePermission } from '#product/session/permissions.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { SaveRow } from '#ui/forms/save-row.tsx'
import type { Saving } from './use-draft.ts'

interface Props {
  readonly draft: Saving
  /** Something in the section cannot be saved as it stands. */
  readonly invalid?: boolean
}

/** The end of a section: whether it is saved, and how to make it so. */
export function SaveBar({ draft, invalid = false }: Props) {
  const { t } = useLingui()
  const { dirty, busy, error, discard } = draft
  const mayChange = usePermission('project:write')
  const unnamed = error !== undefined && Object.keys(fieldErrorsOf(error)).length === 0
  if (!mayChange) return null
  return (
    <>
      {unnamed && <Failure title={t`Couldn’t save this`} error={error} />}
      <SaveRow dirty={dirty} busy={busy} invalid={invalid} onDiscard={discard} />
    </>
  )
}
