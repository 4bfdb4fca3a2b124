import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { useDebounced } from '#lib/browser/debounced.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { Icon } from '#ui/base/icon.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { FoundList } from './found-list.tsx'
import { LookupHelp } from './lookup-help.tsx'
import { NothingFound } from './nothing-found.tsx'
import { ScreenshotField } from './screenshot/screenshot-field.tsx'
import { useArrivals } from './use-arrivals.ts'
import { lookupQuery, placeOf, oneLine } from '#product/lookup/lookup.ts'

const DEBOUNCE_MS = 150
const route = getRouteApi('/member/find')

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Written here by hand: coming back to it must show the results, not open them again. */
    readonly typed?: boolean
  }
}

export function LookupPage() {
  const { t } = useLingui()
  useTitle(t`Look up`)
  const navigate = useNavigate()
  const { text = '' } = route.useSearch()
  // As the field would take it: otherwise a link with several lines looks as if somebody had typed.
  const asked = oneLine(text)
  const [typed, type] = useTyped(asked)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...lookupQuery(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const found = asked === '' || isPlaceholderData ? undefined : data?.found
  useArrivals(Boolean(data?.searched), refetch)
  useOpenTheOnly(found)
  const open = () => {
    if (found?.[0] !== undefined && oneLine(typed) === asked) void navigate(placeOf(found[0]))
  }
  return (
    <main id="main" tabIndex={-1}>
      <PageBar title={t`Look up`} />
      <div className="grid max-w-240 gap-4 px-(--gutter) py-5">
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            open()
          }}
        >
          <FindField typed={typed} onType={type} busy={isFetching} />
        </form>
        <ScreenshotField onText={(onScreen) => void navigate({ to: '/find', search: { text: onScreen } })} />
        <div aria-live="polite" className="grid gap-4">
          {error !== null && !(error instanceof Unreachable) && (
            <Failure title={t`Lookup failed`} error={error} onRetry={() => void refetch()} />
          )}
          {asked === '' && <LookupHelp />}
          {found !== undefined && found.length > 0 && <FoundList found={found} />}
          {found !== undefined && data?.searched && (
            <NothingFound text={asked} digest={data.digest} searched={data.searched} />
          )}
        </div>
      </div>
    </main>
  )
}

interface FieldProps {
  readonly typed: string
  readonly onType: (text: string) => void
  readonly busy: boolean
}

function FindField({ typed, onType, busy }: FieldProps) {
  const { t } = useLingui()
  return (
    <label className="flex items-center gap-3 rounded-panel border border-line-strong bg-surface px-3 text-subtle has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <Icon name="search" size={20} />
      <span className="sr-only">
        <Trans>Event ID, digest, short ID, DSN or link</Trans>
      </span>
      <input
        className="min-h-12 min-w-0 flex-1 bg-transparent text-section text-fg outline-none"
        type="search"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        placeholder={t`Paste a digest, ID or link`}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      {busy && (
        <span className="text-meta">
          <Trans>Looking up…</Trans>
        </span>
      )}
    </label>
  )
}

/** What stands in the field goes into the address as soon as it stands still, and an address that changes fills it. */
function useTyped(asked: string): readonly [string, (text: string) => void] {
  const navigate = useNavigate()
  const [typed, type] = useState(asked)
  const [seen, see] = useState(asked)
  if (asked !== seen) {
    see(asked)
    if (asked !== oneLine(typed)) type(asked)
  }
  const settled = useDebounced(oneLine(typed), DEBOUNCE_MS)
  useEffect(() => {
    if (settled === oneLine(typed) && settled !== asked)
      void navigate({
        to: '/find',
        search: settled === '' ? {} : { text: settled },
        state: { typed: true },
        replace: true,
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what was typed may write the address
  }, [settled])
  return [typed, type]
}

/** A link that means one thing leads straight to it. */
function useOpenTheOnly(found: readonly Parameters<typeof placeOf>[0][] | undefined): void {
  const navigate = useNavigate()
  const byHand = useRouterState({ select: ({ location }) => location.state.typed === true })
  const only = found?.length === 1 ? found[0] : undefined
  useEffect(() => {
    if (only !== undefined && !byHand) void navigate({ ...placeOf(only), replace: true })
  }, [only, byHand, navigate])
}
