import type { Found } from '@hindcast/contract/events/lookup.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '#lib/browser/debounced.ts'
import type { MergedIssue } from '#product/issues/merge-dialog-state.ts'
import { useCombobox, type OptionAttributes } from '#ui/forms/use-combobox.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Count } from '#ui/data/count.tsx'
import { issueQuery } from '#product/issues/issue-queries.ts'
import { api } from '#lib/api/client.ts'
import { lookupQuery } from '#product/lookup/lookup.ts'

/** A few issues by words of their title, whatever became of them. */
const issueSearchQuery = (project: string, text: string) =>
  queryOptions({
    queryKey: ['issue-search', project, text],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/issues', {
        params: { project },
        query: { query: text, limit: '10' },
        signal,
      }),
  })

interface Props {
  readonly issue: MergedIssue
  readonly onChoose: (other: MergedIssue) => void
}

const PAUSE_MS = 200

/** Words of the title, or anything that names an issue: its id, its short id, its address, an event of it. */
export function MergeTargetSearch({ issue, onChoose }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const { choices, searching } = useChoices(issue, useDebounced(text.trim(), PAUSE_MS))
  const label = t`Find the issue to merge with ${issue.shortId}`
  const choose = (index: number) => {
    const choice = choices[index]
    // What was looked up by a name says little of itself.
    if (choice !== undefined)
      void queryClient.fetchQuery(issueQuery(choice.id)).then(onChoose, () => undefined)
  }
  const { field, optionAt } = useCombobox({
    list: 'merge-choices',
    label,
    text,
    onText: setText,
    options: choices.map(({ id }) => id),
    onChoose: choose,
  })
  return (
    <>
      <input
        {...field}
        autoFocus
        className="min-h-10 w-full border-b border-line bg-surface px-3 text-form outline-none"
        placeholder={t`Paste an ID or link, or search by title`}
      />
      <Choices choices={choices} searching={searching} optionAt={optionAt} />
    </>
  )
}

interface ChoicesProps {
  readonly choices: readonly MergedIssue[]
  readonly searching: boolean
  readonly optionAt: (index: number) => OptionAttributes
}

function Choices({ choices, searching, optionAt }: ChoicesProps) {
  const { t } = useLingui()
  return (
    <>
      <ul
        id="merge-choices"
        role="listbox"
        aria-label={t`Issues`}
        className="min-h-0 flex-1 overflow-y-auto p-1"
      >
        {choices.map((choice, index) => (
          <Choice key={choice.id} choice={choice} attributes={optionAt(index)} />
        ))}
      </ul>
      {choices.length === 0 && (
        <p role="status" className="px-3 pb-3 text-subtle">
          {searching ? <Trans>Searching…</Trans> : <Trans>No matching issues in this project.</Trans>}
        </p>
      )}
    </>
  )
}

interface ChoiceProps {
  readonly choice: MergedIssue
  readonly attributes: OptionAttributes
}

function Choice({ choice, attributes }: ChoiceProps) {
  return (
    <li
      {...attributes}
      className="grid cursor-pointer gap-0.5 rounded-control px-2 py-1.5 aria-selected:bg-selected"
    >
      <span className="truncate font-strong">{choice.title}</span>
      <span className="flex min-w-0 gap-2 text-meta text-subtle">
        <span className="shrink-0">{choice.shortId}</span>
        <span className="min-w-0 truncate">{choice.culprit}</span>
        {choice.events > 0 && (
          <span className="ms-auto shrink-0">
            <Count of={choice.events} />
          </span>
        )}
      </span>
    </li>
  )
}

/** What the text names comes before what it describes. Issues of other projects cannot be merged and are left out. */
function useChoices(issue: MergedIssue, text: string) {
  const named = useQuery({ ...lookupQuery(text), enabled: text !== '' })
  const described = useQuery({ ...issueSearchQuery(issue.project, text), placeholderData: keepPreviousData })
  const choices = new Map<string, MergedIssue>()
  for (const found of named.data?.found ?? []) {
    const known = asIssue(found, issue.project)
    if (known !== undefined) choices.set(known.id, known)
  }
  for (const one of described.data?.issues ?? []) choices.set(one.id, one)
  choices.delete(issue.id)
  return { choices: [...choices.values()].slice(0, 12), searching: named.isFetching || described.isFetching }
}

function asIssue(found: Found, project: string): MergedIssue | undefined {
  if ((found.kind !== 'event' && found.kind !== 'issue') || found.project !== project) return undefined
  const { issueId: id, title } = found
  const shortId = found.kind === 'issue' ? found.shortId : ''
  return { id, shortId, project, title, culprit: '', events: 0 }
}
