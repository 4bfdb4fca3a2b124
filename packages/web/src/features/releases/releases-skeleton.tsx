import { Panel } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

export function TableSkeleton() {
  return (
    <Panel>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-6 border-b border-line px-3 py-3 last:border-b-0">
          <span className="grid flex-1 gap-2">
            <Skeleton width={140} height={14} />
            <Skeleton width={90} />
          </span>
          <Skeleton width={120} height={14} />
          <span className="max-pane:hidden">
            <Skeleton width={220} height={14} />
          </span>
        </div>
      ))}
    </Panel>
  )
}

export function ReleaseSkeleton() {
  return (
    <>
      <Panel>
        <div className="grid gap-3 p-4">
          <Skeleton width="60%" height={24} />
          <Skeleton width="40%" />
        </div>
      </Panel>
      <Panel>
        <div className="grid gap-3 p-4">
          {[0, 1, 2, 3].map((line) => (
            <Skeleton key={line} height={16} />
          ))}
        </div>
      </Panel>
    </>
  )
}
