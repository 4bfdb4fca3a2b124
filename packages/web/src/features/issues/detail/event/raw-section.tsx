import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Button } from '#ui/base/button.tsx'
import { CopyIcon } from '#features/issues/detail/copy-icon.tsx'
import { FieldNotesList } from '#product/fields/field-notes-list.tsx'
import { otherNotes } from './field-notes.ts'
import { useOpen } from '#features/issues/detail/open-state.ts'
import { Section } from '#features/issues/detail/section.tsx'

const JsonView = lazy(() =>
  import('#ui/data/json-view.tsx').then(({ JsonView: component }) => ({ default: component })),
)

export function RawSection({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const [open, setOpen] = useOpen('raw', false)
  return (
    <Section
      id="raw"
      title={t`Raw JSON`}
      actions={
        <>
          <Button kind="quiet" className="min-h-6.5" onClick={() => download(event)}>
            <Trans>Download</Trans>
          </Button>
          <CopyIcon
            text={JSON.stringify(event.payload, null, 2)}
            label={t`Copy raw JSON`}
            said={t`Raw JSON copied`}
          />
          <Button kind="quiet" className="min-h-6.5" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t`Hide` : t`Show`}
          </Button>
        </>
      }
    >
      {open ? (
        <div className="px-3 py-2">
          <Suspense>
            <JsonView value={event.payload} label={t`Raw JSON`} />
          </Suspense>
        </div>
      ) : (
        <p className="px-3 py-2 text-subtle">
          <Trans>The event as stored.</Trans>
        </p>
      )}
      <FieldNotesList notes={otherNotes(event)} />
    </Section>
  )
}

function download(event: EventView): void {
  const file = new Blob([JSON.stringify(event.payload, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${event.eventId}.json`
  link.click()
  // Some browsers fetch the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
