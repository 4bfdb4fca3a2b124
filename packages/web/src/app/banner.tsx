import { useReach } from '../lib/reach.ts'

/** The only word about a missing server: what is on screen stays, and the page recovers by itself. */
export function Banner() {
  const { gone } = useReach()
  return (
    <div className="banner" role="status" data-shown={gone}>
      {gone ? 'The server does not answer. Trying again…' : ''}
    </div>
  )
}
