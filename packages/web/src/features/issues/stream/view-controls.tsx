import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import type { StreamSearch } from '#product/search-params.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Select } from '#ui/forms/select.tsx'

interface Props {
  readonly view: Required<Pick<StreamSearch, 'sort' | 'period'>>
  readonly onShow: (change: StreamSearch) => void
}

export const ViewControls = memo(function ViewControls({ view, onShow }: Props) {
  const { t } = useLingui()
  return (
    <div className="flex items-center gap-2">
      <Select
        label={t`Sort by`}
        value={view.sort}
        onChange={({ target }) => onShow({ sort: target.value as Props['view']['sort'] })}
      >
        <option value="last_seen">{t`Last seen`}</option>
        <option value="first_seen">{t`First seen`}</option>
        <option value="events">{t`Most events`}</option>
        <option value="users">{t`Most users`}</option>
      </Select>
      <Segmented
        label={t`Chart period`}
        chosen={view.period}
        choices={[
          { id: '24h', name: t`24 h` },
          { id: '14d', name: t`14 d` },
        ]}
        onChoose={(period) => onShow({ period })}
      />
    </div>
  )
})
