import type { ReactNode } from 'react'
import { SettingSection } from '#ui/forms/setting-section.tsx'
import { SaveBar } from './save-bar.tsx'
import type { Saving } from './use-draft.ts'

interface Props {
  readonly id: string
  readonly title: string
  readonly about?: ReactNode
  readonly draft: Saving
  readonly invalid?: boolean
  readonly children: ReactNode
}

/** A section that is saved by itself. */
export function SettingForm({ id, title, about, draft, invalid = false, children }: Props) {
  return (
    <SettingSection id={id} title={title} about={about}>
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (draft.dirty && !invalid && !draft.busy) draft.save()
        }}
      >
        {children}
        <SaveBar draft={draft} invalid={invalid} />
      </form>
    </SettingSection>
  )
}
