import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo } from 'react'
import { levelName } from '#product/issues/level-mark.tsx'
import { Select } from '#ui/forms/select.tsx'
import { INPUT } from '#ui/forms/text-field.tsx'
import { FieldNotesList } from '#product/fields/field-notes-list.tsx'
import { FIELDS, notesOn } from './field-notes.ts'
import { ErrorRow, MomentRow, kindName } from './breadcrumb-row.tsx'
import { useKept, useOpen } from '#features/issues/detail/open-state.ts'
import { Section } from '#features/issues/detail/section.tsx'
import { matching, NO_FILTER, timelineOf, type TimelineFilter, type TimelineMoment } from './timeline.ts'

/** So many stand next to the error; the earlier ones come on demand. */
const NEAREST = 12

export function BreadcrumbsSection({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const [filter, setFilter] = useKept('breadcrumb filter', NO_FILTER)
  const moments = useMemo(() => timelineOf(event), [event])
  const shown = matching(moments, useDeferredValue(filter))
  const count = moments.length
  return (
    <Section
      id="breadcrumbs"
      title={t`Breadcrumbs`}
      note={<span className="text-meta text-subtle">{count}</span>}
      actions={count > 1 && <Filter moments={moments} filter={filter} onChange={setFilter} />}
    >
      <Moments moments={shown} all={count} title={event.title} />
      <FieldNotesList notes={notesOn(event, FIELDS.breadcrumbs)} />
    </Section>
  )
}

interface MomentsProps {
  readonly moments: readonly TimelineMoment[]
  readonly all: number
  readonly title: string
}

function Moments({ moments, all, title }: MomentsProps) {
  const { t } = useLingui()
  const [whole, setWhole] = useOpen('breadcrumbs', false)
  const earlier = whole || moments.length <= NEAREST + 3 ? 0 : moments.length - NEAREST
  return (
    <>
      {earlier > 0 && (
        <button
          type="button"
          className="flex min-h-7 w-full items-center border-b border-line bg-sunken px-3 text-meta text-muted hover:bg-hover hover:text-fg focus-visible:-outline-offset-2"
          onClick={() => setWhole(true)}
        >
          {t`${plural(earlier, { one: 'Show # earlier', other: 'Show # earlier' })}`}
        </button>
      )}
      {moments.length === 0 && all > 0 && (
        <p className="px-3 py-2 text-muted">
          <Trans>No breadcrumbs match the filter.</Trans>
        </p>
      )}
      <ol>
        {moments.slice(earlier).map((moment) => (
          <MomentRow key={moment.index} moment={moment} />
        ))}
        <ErrorRow title={title} />
      </ol>
    </>
  )
}

interface FilterProps {
  readonly moments: readonly TimelineMoment[]
  readonly filter: TimelineFilter
  readonly onChange: (filter: TimelineFilter) => void
}

function Filter({ moments, filter, onChange }: FilterProps) {
  const { t } = useLingui()
  const kinds = [...new Set(moments.map(({ kind }) => kind))]
  const levels = [...new Set(moments.map(({ level }) => level))]
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {kinds.length > 1 && (
        <Select
          label={t`Breadcrumb type`}
          value={filter.kind}
          onChange={({ target }) => onChange({ ...filter, kind: target.value as TimelineFilter['kind'] })}
        >
          <option value="">{t`All types`}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindName(kind)}
            </option>
          ))}
        </Select>
      )}
      {levels.length > 1 && (
        <Select
          label={t`Breadcrumb level`}
          value={filter.level}
          onChange={({ target }) => onChange({ ...filter, level: target.value as TimelineFilter['level'] })}
        >
          <option value="">{t`All levels`}</option>
          {levels.map((level) => (
            <option key={level} value={level}>
              {levelName(level)}
            </option>
          ))}
        </Select>
      )}
      <input
        type="search"
        className={`${INPUT} min-h-7! w-36! text-body!`}
        value={filter.text}
        placeholder={t`Search`}
        aria-label={t`Search breadcrumbs`}
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
    </div>
  )
}
