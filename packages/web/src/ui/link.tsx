import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { go } from '../lib/location.ts'

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string
}

/** A real link, so that a middle click and "copy address" work; only a plain click stays in the page. */
export function Link({ href, ...rest }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(href)
  }
  return <a {...rest} href={href} onClick={follow} />
}
