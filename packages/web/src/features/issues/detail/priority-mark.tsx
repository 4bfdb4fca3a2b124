import type { IssuePriority } from '@hindcast/contract/issues/lifecycle.ts'

const BARS = { low: 1, medium: 2, high: 3 } as const satisfies Record<IssuePriority, number>

/** One, two or three bars, distinguishable without colour. The label is beside it. */
export function PriorityMark({ priority }: { readonly priority: IssuePriority }) {
  return (
    <svg
      className="shrink-0"
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="currentColor"
      aria-hidden="true"
    >
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={1 + bar * 4.5}
          y={9 - bar * 3.5}
          width="3"
          height={4 + bar * 3.5}
          rx="0.5"
          opacity={bar < BARS[priority] ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}
