import type { Feedback } from '@hindcast/contract/feedback/feedback.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { DownloadMenu } from '#product/download-menu.tsx'
import { FeedbackEntry } from '#product/feedback/feedback-entry.tsx'
import { feedbackQuery } from '#product/feedback/feedback-queries.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { useListKeys } from '#product/list-keys.ts'
import { ConnectPrompt } from '#product/projects/connect-prompt.tsx'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { Panel } from '#ui/layout/panel.tsx'

const route = getRouteApi('/member/projects/$project/feedback')

/** Everything that users wrote, the latest first. */
export function FeedbackPage() {
  const { t } = useLingui()
  useTitle(t`Feedback`)
  useListKeys()
  const { project } = route.useParams()
  const answer = useInfiniteQuery({ ...feedbackQuery({ project }), throwOnError: isMissing })
  const { data, error, refetch } = answer
  const total = data?.pages[0]?.total ?? 0
  const failed = error !== null && !(error instanceof Unreachable)
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <PageBar title={t`Feedback`}>
        {total > 0 && (
          <span className="text-subtle">
            <Plural value={total} one="# message" other="# messages" />
          </span>
        )}
        <span className="flex-1" />
        {total > 0 && <DownloadMenu path={`/api/v1/projects/${project}/feedback`} query={{}} />}
      </PageBar>
      <div className="mx-auto grid max-w-240 gap-4 p-(--gutter)">
        {failed && (
          <Failure title={t`Couldn’t load the feedback`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && !failed && <Waiting />}
        {data !== undefined && total === 0 && <NoFeedback project={project} />}
        {data !== undefined && total > 0 && (
          <Panel>
            <ul aria-label={t`Feedback`} className="divide-y divide-line">
              {data.pages
                .flatMap((page) => page.feedback)
                .map((one) => (
                  <li key={one.id}>
                    <FeedbackEntry feedback={one}>
                      <About feedback={one} />
                    </FeedbackEntry>
                  </li>
                ))}
            </ul>
            {answer.hasNextPage && (
              <div className="border-t border-line px-3 py-2">
                <Button busy={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
                  <Trans>Show more feedback</Trans>
                </Button>
              </div>
            )}
          </Panel>
        )}
      </div>
    </main>
  )
}

function About({ feedback: { issue, eventId } }: { readonly feedback: Feedback }) {
  if (eventId === null) return null
  if (issue === null)
    return (
      <p className="text-meta text-subtle">
        <Trans>The event it is about isn’t stored.</Trans>
      </p>
    )
  return (
    <Link
      to="/issues/$issue/events/$event"
      params={{ issue: issue.id, event: eventId }}
      data-step=""
      className="inline-flex min-h-6 min-w-0 items-center gap-2 justify-self-start rounded-control text-muted hover:text-accent hover:underline"
    >
      <LevelMark level={issue.level} word={false} />
      <span className="code shrink-0">{issue.shortId}</span>
      <span className="line-clamp-1 break-all">{issue.title}</span>
    </Link>
  )
}

function NoFeedback({ project }: { readonly project: string }) {
  const { t } = useLingui()
  return (
    <ConnectPrompt project={project} title={t`No feedback`}>
      <p>
        <Trans>
          What users write in the feedback widget, or what your app sends with{' '}
          <span className="code">Sentry.captureFeedback()</span>, is listed here and on the page of its issue.
        </Trans>
      </p>
      <p>
        <Trans>
          With Next.js, the error pages of <span className="code">@hindcast/next/error</span> ask users what
          happened.
        </Trans>
      </p>
    </ConnectPrompt>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3 rounded-panel border border-line bg-surface p-3" aria-busy="true">
      {[30, 82, 54, 36, 74, 48].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
