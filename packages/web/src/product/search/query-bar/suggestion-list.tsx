import { useLingui } from '@lingui/react/macro'
import { Count } from '#ui/data/count.tsx'
import type { OptionAttributes } from '#ui/forms/use-combobox.ts'
import type { Suggestion } from './suggestions.ts'

interface Props {
  readonly suggestions: readonly Suggestion[]
  readonly optionAt: (index: number) => OptionAttributes
}

/** Under the query: the field keeps the focus, so nothing here takes it. */
export function SuggestionList({ suggestions, optionAt }: Props) {
  const { t } = useLingui()
  return (
    <ul
      id="query-suggestions"
      role="listbox"
      aria-label={t`Suggestions`}
      hidden={suggestions.length === 0}
      className="absolute start-0 top-full z-30 mt-1 max-h-80 w-80 max-w-full overflow-y-auto rounded-panel border border-line bg-surface p-1 shadow-overlay"
      onPointerDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        <li
          key={suggestion.text}
          {...optionAt(index)}
          className="flex min-h-7 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-hover aria-selected:bg-selected"
        >
          <span className="code min-w-0 truncate">{suggestion.text}</span>
          <span className="ms-auto shrink-0 text-meta text-subtle">
            {suggestion.issues === undefined ? (
              <KeyHint text={suggestion.text} />
            ) : (
              <Count of={suggestion.issues} />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function KeyHint({ text }: { readonly text: string }) {
  const { t } = useLingui()
  const hints: Readonly<Record<string, string>> = {
    'is:': t`unresolved, resolved, ignored`,
    'level:': t`severity`,
    'assigned:': t`me, none or an email address`,
    'release:': t`release version`,
    'environment:': t`production, staging…`,
    'browser:': t`name and version`,
    'os:': t`operating system`,
    'route:': t`page or endpoint`,
    'user:': t`affected user`,
    'handled:': t`handled or unhandled`,
    'type:': t`error type`,
  }
  return hints[text.replace('!', '')]
}
