'use client'

export function OnlyInBrowsers() {
  if (typeof window === 'undefined') throw new Error('there is no window on the server')
  return <h1>All is well in the browser</h1>
}
