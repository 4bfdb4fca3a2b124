import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { useLingui } from '@lingui/react/macro'
import { choose, usePreferences } from '#product/session/preferences.ts'
import { Section } from '#features/issues/detail/section.tsx'
import { Button } from '#ui/base/button.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { ComponentBlock } from './component-block.tsx'
import { componentsOf, errorsOf, hasMappedFrames } from './components.ts'
import { CopyIcon } from '#features/issues/detail/copy-icon.tsx'
import { ExceptionBlock } from './exception-block.tsx'
import { FieldNotesList } from '#product/fields/field-notes-list.tsx'
import { FIELDS, notesOn } from '#features/issues/detail/event/field-notes.ts'
import { MessageText } from './message-text.tsx'
import { rawStack } from './raw-stack.ts'
import { shownExceptions, shownFrames, useBuiltCode } from './stack-code.ts'
import { ThreadBlock } from './thread-block.tsx'

/** More errors than this and only their names are open: a group of fifty is a list first. */
const OPEN_AT_FIRST = 3

export function StackSection({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const { stack } = usePreferences()
  const [built] = useBuiltCode()
  return (
    <Section
      id="stack"
      title={event.exceptions.length === 0 ? t`Message` : t`Stack trace`}
      actions={<StackTools event={event} />}
    >
      {event.exceptions.length === 0 && (
        <div className="grid gap-2 border-b border-line px-3 py-3">
          <MessageText event={event} />
        </div>
      )}
      {stack === 'raw' ? (
        <pre
          className="code overflow-x-auto bg-code p-3 wrap-normal focus-visible:-outline-offset-2"
          tabIndex={0}
          role="group"
          aria-label={t`Stack trace as text`}
        >
          {textOf(event, built)}
        </pre>
      ) : (
        <Chain event={event} mode={stack} />
      )}
      <FieldNotesList notes={notesOn(event, FIELDS.stack)} />
    </Section>
  )
}

function textOf(event: EventView, built: boolean): string {
  return rawStack(
    shownExceptions(event.exceptions, built),
    shownFrames(componentsOf(event), built),
    event.threads.map((thread) => ({ ...thread, frames: shownFrames(thread.frames, built) })),
  )
}

function Chain({ event, mode }: { readonly event: EventView; readonly mode: 'app' | 'full' }) {
  const { stackNewestFirst: newestFirst } = usePreferences()
  const [built] = useBuiltCode()
  const chain = errorsOf(event.exceptions)
  const how = { platform: event.platform, release: event.release, mode, newestFirst, built }
  return (
    <>
      {chain.map((link, at) => (
        <ExceptionBlock
          key={link.index}
          link={link}
          alone={chain.length === 1}
          title={event.title}
          how={how}
          openAtFirst={at < OPEN_AT_FIRST}
        />
      ))}
      <ComponentBlock event={event} how={how} />
      {event.threads.map((thread, index) => (
        <ThreadBlock
          // oxlint-disable-next-line react/no-array-index-key -- several may have no id, and they never change places
          key={index}
          thread={thread}
          index={index}
          how={how}
          isFirst={index === 0 && !chain.some(({ exception }) => exception.frames.length > 0)}
        />
      ))}
    </>
  )
}

function StackTools({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const { stack, stackNewestFirst } = usePreferences()
  const [built, setBuilt] = useBuiltCode()
  return (
    <>
      {hasMappedFrames(event) && (
        <Button
          kind="quiet"
          className="min-h-6.5 text-meta aria-pressed:bg-selected aria-pressed:text-fg"
          aria-pressed={built}
          aria-keyshortcuts="b"
          title={t`Show the code as it ran`}
          onClick={() => setBuilt(!built)}
        >
          {t`Built code`}
        </Button>
      )}
      {stack !== 'raw' && (
        <Button
          kind="quiet"
          className="min-h-6.5 text-meta"
          title={t`Reverse order`}
          onClick={() => void choose({ stackNewestFirst: !stackNewestFirst })}
        >
          {stackNewestFirst ? t`Newest first` : t`Oldest first`}
        </Button>
      )}
      <Segmented
        label={t`Frames shown`}
        choices={[
          { id: 'app', name: t`Application` },
          { id: 'full', name: t`All frames` },
          { id: 'raw', name: t`Raw` },
        ]}
        chosen={stack}
        onChoose={(id) => void choose({ stack: id })}
      />
      <CopyIcon text={textOf(event, built)} label={t`Copy stack trace`} said={t`Stack trace copied`} />
    </>
  )
}
