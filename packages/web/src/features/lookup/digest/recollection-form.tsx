import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useDebounced } from '#lib/browser/debounced.ts'
import type { DigestSearch } from '#product/search-params.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { fromLocalField, toLocalField } from './local-time.ts'

const DEBOUNCE_MS = 250
/** As much as the server reads. */
const MOST = 2000

interface Props {
  readonly known: DigestSearch
  readonly onChange: (change: DigestSearch) => void
}

/** What the person who sent the screenshot can tell; the address keeps it. */
export function RecollectionForm({ known, onChange }: Props) {
  const { t } = useLingui()
  const at = useField(toLocalField(known.at), (value) => change('at', fromLocalField(value)))
  const place = useField(known.route ?? '', (value) => change('route', value.trim() || undefined))
  const user = useField(known.user ?? '', (value) => change('user', value.trim() || undefined))
  function change(name: keyof DigestSearch, value: string | undefined): void {
    const { [name]: _before, ...others } = known
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <Panel title={<Trans>What do you know about it?</Trans>}>
      <form
        role="search"
        className="grid gap-3 p-3 pane:grid-cols-[240px_minmax(0,2fr)_minmax(0,1fr)]"
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField
          label={t`Time of the screenshot`}
          type="datetime-local"
          value={at.value}
          onChange={({ target }) => at.set(target.value)}
        />
        <TextField
          label={t`Route or URL`}
          spellCheck={false}
          autoComplete="off"
          maxLength={MOST}
          placeholder="/orders/1234"
          value={place.value}
          onChange={({ target }) => place.set(target.value)}
        />
        <TextField
          label={t`User`}
          spellCheck={false}
          autoComplete="off"
          maxLength={MOST}
          placeholder={t`ID or email`}
          value={user.value}
          onChange={({ target }) => user.set(target.value)}
        />
      </form>
    </Panel>
  )
}

/** What stands in a field is applied as soon as it stands still, and an address that changes fills the field. */
function useField(applied: string, apply: (value: string) => void) {
  const [value, set] = useState(applied)
  const [seen, see] = useState(applied)
  if (applied !== seen) {
    see(applied)
    if (applied !== value.trim()) set(applied)
  }
  const settled = useDebounced(value, DEBOUNCE_MS)
  useEffect(() => {
    if (settled === value && settled.trim() !== applied) apply(settled)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what was typed may write the address
  }, [settled])
  return { value, set }
}
