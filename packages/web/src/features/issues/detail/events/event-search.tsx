import { useLingui } from '@lingui/react/macro'
import { Unreachable } from '#lib/api/client.ts'
import { QueryBar } from '#product/search/query-bar/query-bar.tsx'
import { isUnreadable } from '#product/search/query-bar/unreadable-query.ts'
import type { ShownEvent } from '#features/issues/detail/shown-event.ts'

/** Narrows what the steps of the page lead through. One event needs no search. */
export function EventSearch({ project, shown }: { readonly project: string; readonly shown: ShownEvent }) {
  const { t } = useLingui()
  const { query, error } = shown.at
  if (shown.older === null && shown.newer === null && query === '') return null
  return (
    <search className="block px-(--gutter) pt-3" aria-label={t`Events of this issue`}>
      <div className="flex max-w-[116rem]">
        <QueryBar
          project={project}
          query={query}
          error={error}
          hint={t`Search events, for example browser:Safari`}
          onApply={shown.search}
        />
      </div>
      {error !== null && !isUnreadable(error) && !(error instanceof Unreachable) && (
        <p role="alert" className="pt-1 text-meta text-error">
          {error.message}
        </p>
      )}
    </search>
  )
}
