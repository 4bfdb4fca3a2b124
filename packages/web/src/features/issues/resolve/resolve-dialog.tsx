import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resolveDialog, type ResolveRequest } from '#product/issues/resolve-dialog-state.ts'
import { changeIssues } from '#product/issues/issue-actions.ts'
import { useCombobox, type OptionAttributes } from '#ui/forms/use-combobox.ts'
import { releasesQuery } from '#product/releases/release-queries.ts'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { choicesFor, doneWords, type Choice } from './choices.ts'

const close = () => resolveDialog.setState(() => undefined)

/** How many releases are offered before one is typed. */
const MOST_RELEASES = 8

/** What becomes of some issues: chosen from a list that typing narrows. */
export function ResolveDialog({ kind, issues }: ResolveRequest) {
  const [text, setText] = useState('')
  const releases = useReleases(issues, text)
  const [now] = useState(() => Date.now())
  const choices = choicesFor({ kind, text, releases, now })
  const label = useLabel({ kind, issues })
  const choose = (index: number) => {
    const choice = choices[index]
    if (choice === undefined) return
    close()
    const ids = issues.map(({ id }) => id)
    void changeIssues(ids, choice.change, doneWords(issues, choice))
  }
  const { field, optionAt } = useCombobox({
    list: 'choices',
    label,
    text,
    onText: setText,
    options: choices.map(({ id }) => id),
    onChoose: choose,
  })
  return (
    <Dialog label={label} className="max-w-96" onClose={close}>
      <input
        {...field}
        autoFocus
        className="min-h-9 w-full border-b border-line bg-surface px-3 text-form outline-none"
        placeholder={label}
      />
      <ul id="choices" role="listbox" aria-label={label} className="min-h-0 overflow-y-auto p-1">
        {choices.map((choice, index) => (
          <Option key={choice.id} choice={choice} attributes={optionAt(index)} />
        ))}
      </ul>
      <Hint kind={kind} none={choices.length === 0} />
    </Dialog>
  )
}

function useLabel({ kind, issues }: ResolveRequest): string {
  const { t } = useLingui()
  const count = issues.length
  const which = count === 1 ? issues[0]!.shortId : t`${plural(count, { one: '# issue', other: '# issues' })}`
  return {
    resolve: t`Resolve ${which}`,
    ignore: t`Ignore ${which}`,
    priority: t`Priority of ${which}`,
    all: t`Update ${which}`,
  }[kind]
}

/** Of one project: releases of two have nothing to do with each other. */
function useReleases(issues: ResolveRequest['issues'], text: string): readonly string[] {
  const [project, ...others] = new Set(issues.map((issue) => issue.project))
  const { data } = useQuery({
    ...releasesQuery(project ?? ''),
    enabled: project !== undefined && others.length === 0,
  })
  const versions = data?.releases.map(({ version }) => version) ?? []
  return text.trim() === '' ? versions.slice(0, MOST_RELEASES) : versions
}

interface OptionProps {
  readonly choice: Choice
  readonly attributes: OptionAttributes
}

function Option({ choice, attributes }: OptionProps) {
  return (
    <li
      {...attributes}
      className="flex min-h-8 cursor-pointer items-center rounded-control px-2 break-words aria-selected:bg-selected"
    >
      {choice.label}
    </li>
  )
}

/** A hint on what else can be typed. */
function Hint({ kind, none }: { readonly kind: ResolveRequest['kind']; readonly none: boolean }) {
  return (
    <p className="border-t border-line px-3 py-2 text-meta text-subtle" role="status">
      {none ? (
        <Trans>No matching options.</Trans>
      ) : kind === 'resolve' ? (
        <Trans>Type a release or a commit hash.</Trans>
      ) : kind === 'priority' ? (
        <Trans>By default, priority is based on the level and on whether the error was handled.</Trans>
      ) : (
        <Trans>Type a number of events, users, hours or days.</Trans>
      )}
    </p>
  )
}
