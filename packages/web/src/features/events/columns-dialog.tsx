import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { searchValuesQuery } from '#product/search/search-queries.ts'
import { Button } from '#ui/base/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { useColumnName } from './column-names.ts'
import { EVENT_COLUMNS } from './event-columns.ts'

interface Props {
  readonly project: string
  readonly columns: readonly string[]
  readonly onColumns: (columns: readonly string[]) => void
  readonly onClose: () => void
}

export function ColumnsDialog({ project, columns, onColumns, onClose }: Props) {
  const { t } = useLingui()
  const nameOf = useColumnName()
  const { data: tags = [] } = useQuery(searchValuesQuery(project, '', ''))
  const all = [...new Set([...EVENT_COLUMNS, ...tags.map(({ value }) => value), ...columns])]
  return (
    <Dialog label={t`Columns`} className="max-w-96" onClose={onClose}>
      <div className="grid min-h-0 gap-1 overflow-y-auto p-4">
        <h2 className="pb-1 text-section font-bold">
          <Trans>Columns</Trans>
        </h2>
        {all.map((column) => (
          <Checkbox
            key={column}
            label={nameOf(column)}
            checked={columns.includes(column)}
            onChange={({ target }) =>
              onColumns(target.checked ? [...columns, column] : columns.filter((one) => one !== column))
            }
          />
        ))}
      </div>
      <div className="border-t border-line p-2">
        <Button className="w-full" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
