import type { EventView } from '@hindcast/contract/event-view.ts'
import { useLingui } from '@lingui/react/macro'
import { choose, usePreferences } from '../../lib/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { CopyIcon } from './copy-icon.tsx'
import { ExceptionBlock } from './exception-block.tsx'
import { exceptionChain } from './exception-chain.ts'
import { FieldNotesList } from './field-notes-list.tsx'
import { FIELDS, notesOn } from './field-notes.ts'
import { rawStack } from './raw-stack.ts'
import { Section } from './section.tsx'

/** More errors than this and only their names are open: a group of fifty is a list first. */
const OPEN_AT_FIRST = 3

export function StackSection({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const { stack } = usePreferences()
  return (
    <Section id="stack" title={t`Stack trace`} actions={<StackTools event={event} />}>
      {stack === 'raw' ? (
        <pre
          className="code overflow-x-auto bg-code p-3 wrap-normal focus-visible:-outline-offset-2"
          tabIndex={0}
          role="group"
          aria-label={t`Stack trace as text`}
        >
          {rawStack(event.exceptions)}
        </pre>
      ) : (
        <Chain event={event} mode={stack} />
      )}
      <FieldNotesList notes={notesOn(event, FIELDS.stack)} />
    </Section>
  )
}

function Chain({ event, mode }: { readonly event: EventView; readonly mode: 'app' | 'full' }) {
  const { stackNewestFirst } = usePreferences()
  const chain = exceptionChain(event.exceptions)
  return chain.map((link, at) => (
    <ExceptionBlock
      key={link.index}
      link={link}
      alone={chain.length === 1}
      title={event.title}
      platform={event.platform}
      mode={mode}
      newestFirst={stackNewestFirst}
      openAtFirst={at < OPEN_AT_FIRST}
    />
  ))
}

function StackTools({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const { stack, stackNewestFirst } = usePreferences()
  return (
    <>
      {stack !== 'raw' && (
        <Button
          kind="quiet"
          className="min-h-6.5 text-meta"
          title={t`Turn the order around`}
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
      <CopyIcon
        text={rawStack(event.exceptions)}
        label={t`Copy the stack trace`}
        said={t`Stack trace copied`}
      />
    </>
  )
}
