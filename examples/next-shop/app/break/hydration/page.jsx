'use client'

/** A mistake: the server and the browser have different clocks. */
export default function Page() {
  return <h1>Opened {typeof window === 'undefined' ? 'on the server' : 'in the browser'}</h1>
}
