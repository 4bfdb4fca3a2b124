import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from '#ui/base/icon.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import type { OptionAttributes } from '#ui/forms/use-combobox.ts'
import type { PaletteRow, PaletteSection } from './palette-row.ts'

interface Props {
  readonly id: string
  readonly sections: readonly PaletteSection[]
  /** By the place of the row in all sections together. */
  readonly optionAt: (index: number) => OptionAttributes
}

/** The field keeps the focus; it says which of these rows is meant. */
export function PaletteList({ id, sections, optionAt }: Props) {
  const { t } = useLingui()
  const places = new Map(sections.flatMap(({ rows }) => rows).map((row, index) => [row, index]))
  return (
    <div id={id} role="listbox" aria-label={t`Commands`} className="overflow-y-auto p-1.5">
      {sections.map((section) => (
        <div key={section.id} role="group" aria-labelledby={`${id}--${section.id}`}>
          <div id={`${id}--${section.id}`} className="px-2 pt-2 pb-1 text-axis font-strong text-subtle">
            {section.name}
          </div>
          {section.rows.map((row) => (
            <Row key={row.id} row={row} attributes={optionAt(places.get(row)!)} />
          ))}
        </div>
      ))}
      {sections.length === 0 && (
        <p className="px-2 py-6 text-center text-muted">
          <Trans>No results.</Trans>
        </p>
      )}
    </div>
  )
}

interface RowProps {
  readonly row: PaletteRow
  readonly attributes: OptionAttributes
}

function Row({ row, attributes }: RowProps) {
  return (
    <div
      {...attributes}
      className="flex min-h-8 cursor-pointer scroll-my-8 items-center gap-2 rounded-control px-2 py-1 hover:bg-hover aria-selected:bg-selected"
    >
      <span className="flex w-4 shrink-0 justify-center text-subtle">
        {row.icon !== undefined && <Icon name={row.icon} size={14} />}
      </span>
      <span className="min-w-0 truncate">{row.title}</span>
      <span className="ms-auto flex max-w-1/2 shrink-0 items-center gap-2 ps-2 text-meta text-subtle">
        {row.detail !== undefined && <span className="min-w-0 truncate">{row.detail}</span>}
        {row.keys !== undefined && <Kbd keys={row.keys} />}
      </span>
    </div>
  )
}
