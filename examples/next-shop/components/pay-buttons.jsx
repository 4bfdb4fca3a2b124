'use client'

import { useTransition } from 'react'

/** Waits for the action: its error reaches the error page. */
export function WaitingButton({ action }) {
  const [waiting, start] = useTransition()
  return (
    <button className="button" disabled={waiting} onClick={() => start(() => action())}>
      Pay
    </button>
  )
}

/** Forgets the action: its error reaches nobody. */
export function ForgetfulButton({ action }) {
  return (
    <button className="button" onClick={() => void action()}>
      Pay
    </button>
  )
}
