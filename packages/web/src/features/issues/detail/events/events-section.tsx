import type { EventSummary } from '@hindcast/contract/events/events.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode, useEffect, type RefObject } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { Button, buttonClass } from '#ui/base/button.tsx'
import { cx } from '#ui/base/class-names.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Section } from '#features/issues/detail/section.tsx'
import { issueEventsQuery } from '#product/issues/issue-queries.ts'

/** A glance at first: who wants to go through all of them says so. */
const FIRST = 10

interface Props {
  readonly issue: string
  readonly shown: string
}

export function EventsSection({ issue, shown }: Props) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const seen = useSeen(place)
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...issueEventsQuery(issue),
    enabled: seen,
  })
  const events = data?.pages.flatMap((page) => page.events)
  const [most, setMost] = useState(FIRST)
  const more = () => {
    setMost(Number.POSITIVE_INFINITY)
    if (most !== FIRST) void fetchNextPage()
  }
  return (
    <Section id="events" title={t`All events`}>
      <div ref={place} className="overflow-x-auto">
        {events !== undefined && <EventTable issue={issue} shown={shown} events={events.slice(0, most)} />}
        {events === undefined && error === null && <Loading />}
        {events === undefined && error !== null && (
          <Failure title={t`Couldn’t load the events`} error={error} onRetry={() => void refetch()} />
        )}
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line px-3 py-2">
        {(hasNextPage || (events?.length ?? 0) > most) && (
          <Button busy={isFetchingNextPage} onClick={more}>
            <Trans>Show more events</Trans>
          </Button>
        )}
        <Link to="/issues/$issue/events" params={{ issue }} className={buttonClass('quiet')}>
          <Trans>Search events</Trans>
        </Link>
        <Link to="/issues/$issue/users" params={{ issue }} className={buttonClass('quiet')}>
          <Trans>All users</Trans>
        </Link>
      </div>
    </Section>
  )
}

function Loading() {
  return (
    <div className="grid gap-3 px-3 py-3" aria-busy="true">
      {[70, 64, 72, 60].map((width, index) => (
        <Skeleton key={index} width={`${width}%`} />
      ))}
    </div>
  )
}

function EventTable({ issue, shown, events }: Props & { readonly events: readonly EventSummary[] }) {
  return (
    <table className="w-full text-start">
      <thead className="text-meta text-subtle">
        <tr>
          <Head>
            <Trans>Time</Trans>
          </Head>
          <Head>
            <Trans>Release</Trans>
          </Head>
          <Head>
            <Trans>Browser</Trans>
          </Head>
          <Head wide>
            <Trans>User</Trans>
          </Head>
          <Head wide className="w-2/5">
            <Trans>Address</Trans>
          </Head>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRow key={event.eventId} issue={issue} event={event} current={event.eventId === shown} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly issue: string
  readonly event: EventSummary
  readonly current: boolean
}

function EventRow({ issue, event, current }: RowProps) {
  return (
    <tr className={current ? 'bg-selected' : 'hover:bg-hover'}>
      <td className="border-t border-line whitespace-nowrap">
        <Link
          to="/issues/$issue/events/$event"
          params={{ issue, event: event.eventId }}
          className="flex min-h-7 items-center gap-2 px-3 hover:text-accent hover:underline focus-visible:-outline-offset-2"
          aria-current={current ? 'true' : undefined}
          resetScroll={false}
        >
          <time dateTime={event.occurredAt}>{TIME.format(Date.parse(event.occurredAt))}</time>
          {current && (
            <span className="text-meta text-muted">
              <Trans>shown</Trans>
            </span>
          )}
        </Link>
      </td>
      <Cell>{event.release}</Cell>
      <Cell>{event.browser}</Cell>
      <Cell wide>{event.user}</Cell>
      <Cell wide>{event.url ?? event.transaction}</Cell>
    </tr>
  )
}

/** Relative days would look the same in every row. */
const TIME = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

const WIDE = 'max-pane:hidden'

interface HeadProps {
  readonly wide?: boolean
  readonly className?: string
  readonly children: ReactNode
}

function Head({ wide = false, className, children }: HeadProps) {
  return <th className={cx('px-3 py-1 text-start font-normal', wide && WIDE, className)}>{children}</th>
}

function Cell({ wide = false, children }: { readonly wide?: boolean; readonly children: string | null }) {
  return (
    <td
      className={cx('max-w-0 min-w-24 truncate border-t border-line px-3 text-muted', wide && WIDE)}
      title={children ?? undefined}
    >
      {children ?? '–'}
    </td>
  )
}

/** True from the moment it is nearly in sight: what is far below is not asked for. */
export function useSeen(place: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null || seen) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, seen])
  return seen
}
