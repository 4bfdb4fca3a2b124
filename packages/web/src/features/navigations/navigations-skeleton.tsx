import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'

export function NavigationsSkeleton() {
  return (
    <Panel>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex items-center gap-6 border-b border-line px-3 py-3 last:border-b-0">
          <span className="flex-1">
            <Skeleton width={220} height={14} />
          </span>
          <Skeleton width={60} height={14} />
          <span className="max-pane:hidden">
            <Skeleton width={180} height={14} />
          </span>
        </div>
      ))}
    </Panel>
  )
}
