import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyValues } from '#ui/data/key-values.tsx'
import { LongText } from '#ui/data/long-text.tsx'
import { FieldNotesList } from '#product/fields/field-notes-list.tsx'
import { FIELDS, notesOn } from './event/field-notes.ts'
import { Section } from './section.tsx'
import { reportFields } from './event/security-report.ts'
import { hasStack } from './stack/components.ts'
import { MessageText } from './stack/message-text.tsx'
import { StackSection } from './stack/stack-section.tsx'

/** What the event is about: an error with its stack, a message, or a report of the browser. */
export function LeadSection({ event }: { readonly event: EventView }) {
  if (hasStack(event)) return <StackSection event={event} />
  return event.kind === 'security' ? <ReportSection event={event} /> : <MessageSection event={event} />
}

function MessageSection({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  return (
    <Section id="stack" title={t`Message`}>
      <div className="grid gap-2 px-3 py-3">
        <MessageText event={event} />
        <p className="text-meta text-subtle">
          <Trans>This is a message, not an exception. No stack trace was sent with it.</Trans>
        </p>
      </div>
      <FieldNotesList notes={notesOn(event, FIELDS.stack)} />
    </Section>
  )
}

function ReportSection({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  return (
    <Section id="stack" title={t`Security report`}>
      <div className="grid gap-3 px-3 py-3">
        <p className="text-form">
          <LongText text={event.title} />
        </p>
        <KeyValues entries={reportFields(event.payload)} />
        <p className="text-meta text-subtle">
          <Trans>A visitor’s browser sent this report because of one of the page’s policies.</Trans>
        </p>
      </div>
      <FieldNotesList notes={notesOn(event, FIELDS.stack)} />
    </Section>
  )
}
