import { useIsFetching } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const PATIENCE_MS = 150

/** Old data stays on the screen; a thin line says that newer data is on its way, and only when it takes a while. */
export function LoadingBar() {
  const fetching = useIsFetching({ predicate: ({ state }) => state.fetchStatus === 'fetching' }) > 0
  const navigating = useRouterState({ select: ({ status }) => status === 'pending' })
  const busy = fetching || navigating
  const [shown, show] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => show(busy), busy ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [busy])
  return (
    <div
      className={`pointer-events-none fixed inset-x-0 top-0 z-40 h-0.5 bg-accent transition-opacity duration-120 ${shown ? 'opacity-100' : 'opacity-0'}`}
      aria-hidden="true"
    />
  )
}
