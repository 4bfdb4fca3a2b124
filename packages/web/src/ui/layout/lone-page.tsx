import type { ReactNode } from 'react'
import { Brand } from '#ui/base/brand.tsx'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** A form for signed-out users, without navigation. */
export function LonePage({ title, children }: Props) {
  return (
    <main className="mx-auto grid w-full max-w-96 gap-4 px-4 py-12">
      <Brand />
      <h1 className="text-page font-bold">{title}</h1>
      {children}
    </main>
  )
}
