import type { FormEvent } from 'react'

/** A field of a form as text; a file or a missing field is no text. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

interface Sent {
  readonly isPending: boolean
  readonly mutate: () => void
}

/** Submit handler that runs once, even if Enter is pressed repeatedly. */
export function submits({ isPending, mutate }: Sent): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
}
