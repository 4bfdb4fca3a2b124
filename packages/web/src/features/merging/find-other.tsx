import type { Found } from '@hindcast/contract/lookup.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { useDebounced } from '../../lib/debounced.ts'
import type { MergedIssue } from '../../lib/merging.ts'
import { issueQuery, issueSearchQuery, lookUpQuery } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Count } from '../../ui/count.tsx'

interface Props {
  readonly issue: MergedIssue
  readonly onChoose: (other: MergedIssue) => void
}

const PAUSE_MS = 200

/** Words of the title, or anything that names an issue: its id, its short id, its address, an event of it. */
export function FindOther({ issue, onChoose }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { choices, searching } = useChoices(issue, useDebounced(text.trim(), PAUSE_MS))
  const label = t`Find the issue that is the same as ${issue.shortId}`
  const choose = (choice: MergedIssue | undefined) => {
    // What was looked up by a name says little of itself.
    if (choice !== undefined)
      void queryClient.fetchQuery(issueQuery(choice.id)).then(onChoose, () => undefined)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined) setActive((active + step + choices.length) % Math.max(1, choices.length))
    else choose(choices[active])
  }
  return (
    <>
      <input
        autoFocus
        className="min-h-10 w-full border-b border-line bg-surface px-3 text-form outline-none"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls="merge-choices"
        aria-activedescendant={choices.length === 0 ? undefined : `merge-choice-${active}`}
        placeholder={t`Paste an id or address, or type words of the title`}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setActive(0)
        }}
        onKeyDown={onKey}
      />
      <Choices
        choices={choices}
        searching={searching}
        active={active}
        onPoint={setActive}
        onChoose={choose}
      />
    </>
  )
}

interface ChoicesProps extends Pick<ChoiceProps, 'onPoint' | 'onChoose'> {
  readonly choices: readonly MergedIssue[]
  readonly searching: boolean
  readonly active: number
}

function Choices({ choices, searching, active, onPoint, onChoose }: ChoicesProps) {
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
          <Choice
            key={choice.id}
            choice={choice}
            index={index}
            active={index === active}
            onPoint={onPoint}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {choices.length === 0 && (
        <p role="status" className="px-3 pb-3 text-subtle">
          {searching ? (
            <Trans>Searching…</Trans>
          ) : (
            <Trans>No other issue of this project is called that.</Trans>
          )}
        </p>
      )}
    </>
  )
}

interface ChoiceProps {
  readonly choice: MergedIssue
  readonly index: number
  readonly active: boolean
  readonly onPoint: (index: number) => void
  readonly onChoose: (choice: MergedIssue) => void
}

function Choice({ choice, index, active, onPoint, onChoose }: ChoiceProps) {
  return (
    <li
      id={`merge-choice-${index}`}
      role="option"
      aria-selected={active}
      className="grid cursor-pointer gap-0.5 rounded-control px-2 py-1.5 aria-selected:bg-selected"
      onPointerMove={() => onPoint(index)}
      onClick={() => onChoose(choice)}
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
  const named = useQuery({ ...lookUpQuery(text), enabled: text !== '' })
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
  if (found.kind === 'project' || found.project !== project) return undefined
  const { issueId: id, title } = found
  const shortId = found.kind === 'issue' ? found.shortId : ''
  return { id, shortId, project, title, culprit: '', events: 0 }
}
