import { Panel } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

export function IntakeSkeleton() {
  return (
    <>
      <div className="grid grid-cols-2 gap-2 phone:grid-cols-3 desk:grid-cols-5">
        {[0, 1, 2, 3, 4].map((card) => (
          <div key={card} className="grid gap-2 rounded-panel border border-line bg-surface px-3 py-2.5">
            <Skeleton width={72} height={14} />
            <Skeleton width={96} height={30} />
            <Skeleton width="80%" />
          </div>
        ))}
      </div>
      <Panel>
        <div className="p-3">
          <Skeleton height={144} />
        </div>
      </Panel>
    </>
  )
}
