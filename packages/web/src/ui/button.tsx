import type { ButtonHTMLAttributes } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'plain' | 'primary' | 'quiet'
  /** Busy buttons stay focusable: a disabled one would drop the keyboard user's place. */
  readonly busy?: boolean
}

export function Button({ kind = 'plain', busy = false, type = 'button', onClick, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className="button"
      data-kind={kind}
      aria-disabled={busy}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
