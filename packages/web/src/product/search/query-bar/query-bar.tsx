import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, memo, Suspense, useRef, useState } from 'react'
import { IconButton } from '#ui/base/button.tsx'
import { Icon } from '#ui/base/icon.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import { useCombobox } from '#ui/forms/use-combobox.ts'
import { useQueryDraft } from './query-draft.ts'
import type { Suggestion } from './suggestions.ts'
import { isUnreadable } from './unreadable-query.ts'

const QueryFault = lazy(async () => ({
  default: (await import('./query-fault.tsx')).QueryFault,
}))
const Completion = lazy(async () => ({
  default: (await import('./completion.tsx')).Completion,
}))

export const QUERY_INPUT = 'issue-query'

interface Props {
  readonly project: string
  readonly query: string
  readonly error: unknown
  /** What could be typed; absent means a search for issues. */
  readonly hint?: string
  readonly onApply: (query: string) => void
}

/** The text is the query: clicks elsewhere change it, and what it says is what is shown. A draft until Enter. */
export const QueryBar = memo(function QueryBar({ project, query, error, hint, onApply }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const editor = useQueryDraft(query, onApply, input)
  const { draft, open } = editor
  const [known, setKnown] = useState<readonly Suggestion[]>([])
  const found = open ? known : []
  const { field, optionAt } = useCombobox({
    list: 'query-suggestions',
    label: t`Query`,
    text: draft.text,
    onText: editor.edit,
    options: found.map((suggestion) => suggestion.text),
    onChoose: (index) => editor.take(found[index]!),
    selectsFirst: false,
    expanded: found.length > 0,
    keys: {
      Enter: editor.submit,
      Escape: () => editor.leave(found.length > 0),
      ArrowDown: editor.show,
      ArrowUp: editor.show,
    },
  })
  const fault = isUnreadable(error) ? error : undefined
  return (
    <div className="relative min-w-0 flex-1 basis-80 max-phone:order-first max-phone:basis-full">
      <div className="flex min-h-8 items-center gap-2 rounded-control border border-line-strong bg-canvas px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus has-aria-invalid:border-error">
        <span className="flex text-subtle">
          <Icon name="search" size={14} />
        </span>
        <input
          {...field}
          {...editor.handlers}
          ref={input}
          id={QUERY_INPUT}
          className="code min-w-0 flex-1 bg-transparent text-fg outline-none"
          type="text"
          autoCapitalize="none"
          enterKeyHint="search"
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : 'query-fault'}
          placeholder={hint ?? t`is:unresolved browser:Safari words in the title`}
        />
        <QueryEnd draft={draft.text} query={query} onApply={onApply} />
      </div>
      <Suspense>
        {open && <Completion {...{ project, query, draft, optionAt }} onFound={setKnown} />}
      </Suspense>
      <Suspense>{fault !== undefined && <QueryFault query={query} error={fault} />}</Suspense>
    </div>
  )
})

function QueryEnd({ draft, query, onApply }: { draft: string } & Pick<Props, 'query' | 'onApply'>) {
  const { t } = useLingui()
  if (draft.trim() !== query.trim())
    return (
      <span className="hidden items-center gap-1 text-meta text-subtle phone:inline-flex">
        <Kbd keys="Enter" />
        <Trans>to search</Trans>
      </span>
    )
  if (query === '')
    return (
      <span className="max-pane:hidden" aria-hidden="true">
        <Kbd keys="/" />
      </span>
    )
  return (
    <IconButton
      className="-me-2 min-h-6"
      icon="close"
      label={t`Clear query`}
      onClick={() => {
        onApply('')
        document.getElementById(QUERY_INPUT)?.focus()
      }}
    />
  )
}
