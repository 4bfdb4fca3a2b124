import { Trans } from '@lingui/react/macro'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

export function HeaderSkeleton() {
  return (
    <div aria-busy="true">
      <h1 className="sr-only">
        <Trans>Loading the issue</Trans>
      </h1>
      <div className="flex min-h-11 items-center gap-3 border-b border-line bg-surface px-(--gutter)">
        <Skeleton width={110} />
        <Skeleton width={60} />
      </div>
      <div className="grid gap-2 border-b border-line bg-surface px-(--gutter) py-3">
        <Skeleton width="min(100%, 520px)" height={22} />
        <Skeleton width="min(100%, 380px)" />
      </div>
    </div>
  )
}

const FRAMES = [320, 280, 360, 240, 300]

export function BodySkeleton() {
  return (
    <div
      className="grid gap-4 px-(--gutter) py-4 desk:grid-cols-[minmax(0,1fr)_268px] desk:gap-x-6"
      aria-busy="true"
    >
      <div className="rounded-panel border border-line bg-surface">
        <div className="border-b border-line px-3 py-3">
          <Skeleton width={90} />
        </div>
        <div className="grid gap-2 border-b border-line px-3 py-3">
          <Skeleton width={120} height={14} />
          <Skeleton width="60%" />
        </div>
        <div className="border-b border-line bg-code px-3 py-3">
          <Skeleton height={120} />
        </div>
        {FRAMES.map((width) => (
          <div key={width} className="border-b border-line px-8 py-2.5 last:border-b-0">
            <Skeleton width={width} />
          </div>
        ))}
      </div>
      <div className="grid content-start gap-3">
        <Skeleton width="80%" />
        <Skeleton width="70%" />
        <Skeleton width="75%" />
        <Skeleton height={48} />
      </div>
    </div>
  )
}
