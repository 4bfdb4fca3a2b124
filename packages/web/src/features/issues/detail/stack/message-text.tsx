import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { useLingui } from '@lingui/react/macro'
import { KeyValues } from '#ui/data/key-values.tsx'
import { LongText } from '#ui/data/long-text.tsx'

/** A message with its parameters filled in, and the template where there is one. */
export function MessageText({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const template = event.message?.template ?? null
  return (
    <>
      <LongText text={event.message?.formatted ?? event.title} className="text-form" most={2000} />
      {template !== null && template !== event.message?.formatted && (
        <KeyValues
          entries={[
            [t`Template`, template],
            [t`Parameters`, event.message?.params ?? []],
          ]}
        />
      )}
    </>
  )
}
